import { Transform } from 'node:stream';

/** Passes bytes on and fails where they are not as many as promised, so that no half file looks like a whole one. */
export function exactly(size: number, wrong: () => Error): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      done(passed > size ? wrong() : null, chunk);
    },
    flush(done) {
      done(passed < size ? wrong() : null);
    },
  });
}
