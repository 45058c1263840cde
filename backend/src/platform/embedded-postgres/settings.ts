export type PostgresSettings = Record<string, string | number>;

/**
 * What an embedded server needs to differ in from Postgres' defaults: reachable from this machine only, small in
 * memory, and long checkpoints, because each checkpoint makes the next write of every page twice as dear.
 * Durability stays as Postgres ships it (fsync, full_page_writes and synchronous_commit on).
 */
const embeddedSettings: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '128MB',
  wal_buffers: '16MB',
  min_wal_size: '192MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  password_encryption: 'scram-sha-256',
  // With it Postgres compiles long queries with LLVM; the package has no LLVM.
  jit: 'off',
  log_line_prefix: '%m [%p] ',
  timezone: 'UTC',
};

export function serverArguments(dataDir: string, port: number, overrides: PostgresSettings = {}): string[] {
  const settings = { ...embeddedSettings, ...overrides };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', dataDir, '-p', String(port), ...flags];
}
