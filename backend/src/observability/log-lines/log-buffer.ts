import { randomUUID } from 'node:crypto';

const LIMIT_BYTES = 1_048_576;
/** A longer line says little more, and would take the place of many. */
const LINE_BYTES = 32 * 1024;
/** Of what is written in one statement. */
const BATCH_LINES = 200;

/** A line of the log as pino wrote it, secrets already out. Its place keeps it one line, however often it is stored. */
export interface BufferedLine {
  source: string;
  number: number;
  json: string;
}

/**
 * Where the log leaves the lines that belong to a request, until they are stored. Writing never waits and never fails: when
 * the store is away for long, the newest lines are left out and counted.
 */
export class LogBuffer {
  /** Lines that found no room, since the start. */
  dropped = 0;
  private readonly source = randomUUID();
  private lines: BufferedLine[] = [];
  private bytes = 0;
  private count = 0;

  constructor(private readonly limitBytes = LIMIT_BYTES) {}

  /** As pino calls a stream. */
  write(json: string): void {
    if (!json.includes('"correlationId":"')) return;
    const size = Buffer.byteLength(json);
    if (size > LINE_BYTES || this.bytes + size > this.limitBytes) {
      this.dropped++;
      return;
    }
    this.bytes += size;
    this.lines.push({ source: this.source, number: ++this.count, json });
  }

  /** The oldest lines; they stay until they are removed. */
  batch(): readonly BufferedLine[] {
    return this.lines.slice(0, BATCH_LINES);
  }

  remove(count: number): void {
    for (const { json } of this.lines.slice(0, count)) this.bytes -= Buffer.byteLength(json);
    this.lines = this.lines.slice(count);
  }
}
