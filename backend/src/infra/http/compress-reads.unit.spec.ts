import express from 'express';
import request from 'supertest';
import { compressReads } from './response-headers';

const LONG = 'The lamp turned. '.repeat(1_000);

function server() {
  const app = express();
  app.use(compressReads());
  app.get('/long', (_, response) => void response.json({ LONG }));
  app.get('/short', (_, response) => void response.json({ a: 1 }));
  app.get('/picture', (_, response) => void response.type('image/png').send(Buffer.from(LONG)));
  app.patch('/long', (_, response) => void response.json({ LONG }));
  return request(app);
}

describe('an answer', () => {
  it('is compressed when it is long', async () => {
    const { headers, body } = await server().get('/long');
    expect(headers['content-encoding']).toBe('gzip');
    expect(body).toEqual({ LONG });
  });

  it.each([
    ['short', () => server().get('/short')],
    ['a picture', () => server().get('/picture')],
    ["a command's", () => server().patch('/long')],
    ['for a client without decompression', () => server().get('/long').set('accept-encoding', 'identity')],
  ])('is sent uncompressed when it is %s', async (_, call) => {
    const { headers, status } = await call();
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBeUndefined();
  });
});
