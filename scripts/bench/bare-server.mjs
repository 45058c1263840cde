// Baseline for commands over HTTP: Express and pg with one INSERT and one UPDATE per call, nothing else. Started with
// DATABASE_URL; prints its port.
import express from 'express';
import pg from 'pg';

const CONNECTIONS = 10;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: CONNECTIONS });
await pool.query(`
  create table if not exists bare_changes (id bigserial primary key, scene_id int, change json, at timestamptz default now());
  create table if not exists bare_scenes (id int primary key, title text, updated_at timestamptz default now());
  insert into bare_scenes select n, '' from generate_series(0, 255) n on conflict do nothing`);

const app = express();
app.use(express.json());
app.patch('/scenes/:id', async (request, response) => {
  const { id } = request.params;
  const insert = 'insert into bare_changes (scene_id, change) values ($1, $2)';
  await pool.query({ name: 'insert', text: insert, values: [id, JSON.stringify(request.body)] });
  const update = 'update bare_scenes set title = $2, updated_at = now() where id = $1 returning *';
  const { rows } = await pool.query({ name: 'update', text: update, values: [id, request.body.title] });
  response.json(rows[0]);
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(address.port);
});
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
  void pool.end();
});
