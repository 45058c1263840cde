import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { NodeStage } from '../testing/node-stage';

/** Stands in for an S3 server whose key may only write. */
function onlyWrites(request: IncomingMessage, response: ServerResponse): void {
  request.resume().on('end', () => {
    if (request.method === 'PUT') return void response.setHeader('etag', '"1"').end();
    response.writeHead(403, { 'content-type': 'application/xml' });
    response.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
  });
}

describe('a server whose media go to an S3 bucket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storyreel-bucket-'));
  const buckets = [{ name: 'media', configs: [] }];
  const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: buckets });
  const strict = createServer(onlyWrites);
  let stage: NodeStage;
  let endpoint: string;
  beforeAll(async () => {
    endpoint = `http://127.0.0.1:${(await s3.run()).port}`;
    await new Promise<void>((resolve) => strict.listen(0, '127.0.0.1', resolve));
    stage = await NodeStage.open();
  });
  afterAll(async () => {
    await stage?.close();
    await s3.close();
    strict.closeAllConnections();
    strict.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const started = (bucket: string, at = endpoint) => {
    const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
    return stage.node(bucket, { config: { s3: { bucket, region: 'us-east-1', endpoint: at, ...key } } });
  };

  it('starts where it can write, read and delete, and leaves no test object behind', async () => {
    await started('media');
    const listed = await (await fetch(`${endpoint}/media?list-type=2`)).text();
    expect(listed).toContain('<ListBucketResult');
    expect(listed).not.toContain('<Key>');
  });

  it('does not start with a missing bucket, and names the setting', async () => {
    await expect(started('medja')).rejects.toThrow(
      'S3_BUCKET: no file can be written in the bucket medja (NoSuchBucket).',
    );
  });

  it('does not start with a key that may write and not read', async () => {
    const { port } = strict.address() as AddressInfo;
    await expect(started('media', `http://127.0.0.1:${port}`)).rejects.toThrow(
      'S3_BUCKET: no file can be read in the bucket media (AccessDenied).',
    );
  });
});
