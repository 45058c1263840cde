import { randomUUID } from 'node:crypto';

const LIMIT_BYTES = 1_048_576;
/** Maximum length of a line: a longer one adds little and would displace many others. */
const LINE_BYTES = 32 * 1024;
/** Lines per statement. */
const BATCH_LINES = 200;

/**
 * A log line as pino wrote it, already redacted. Source and number identify the line, so storing it again changes
 * nothing.
 */
export interface BufferedLine {
  source: string;
  number: number;
  json: string;
}

/**
 * Buffers the log lines of requests until they are stored. Writing never waits and never fails: during a long outage of
 * the store, new lines are dropped and counted.
 */
export class LogBuffer {
  /** Number of lines dropped since the start. */
  dropped = 0;
  private readonly source = randomUUID();
  private lines: BufferedLine[] = [];
  private bytes = 0;
  private count = 0;

  constructor(private readonly limitBytes = LIMIT_BYTES) {}

  /** Called by pino as a stream. */
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

  /** Returns the oldest lines; they stay until `remove`. */
  batch(): readonly BufferedLine[] {
    return this.lines.slice(0, BATCH_LINES);
  }

  remove(count: number): void {
    for (const { json } of this.lines.slice(0, count)) this.bytes -= Buffer.byteLength(json);
    this.lines = this.lines.slice(count);
  }
}
