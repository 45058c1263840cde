import { Transform, type TransformCallback } from 'node:stream';
import { TooLarge } from '../../storage/object-storage';
import { canLabelPicture, labelPicture } from './label-picture';
import { type DigitalSource, isStatedIn, statedIn } from './xmp';

/** Room for a label, added to the `maxBytes` of the file itself. */
export const LABEL_BYTES = 2_048;

/**
 * Returns a stream that writes the digital source type into the file passing through it; null for file types without a
 * place for such a label.
 */
export function labelStream(contentType: string, source: DigitalSource, maxBytes: number): Transform | null {
  if (canLabelPicture(contentType)) return new PictureLabel(contentType, source, maxBytes);
  return contentType === 'video/mp4' || contentType === 'video/quicktime' ? new ClipLabel(source, maxBytes) : null;
}

/** Buffers an image and labels it as a whole: images are small, and the label belongs near the beginning. */
class PictureLabel extends Transform {
  private readonly chunks: Buffer[] = [];
  private size = 0;

  constructor(
    private readonly contentType: string,
    private readonly source: DigitalSource,
    private readonly maxBytes: number,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    this.chunks.push(chunk);
    done(this.size > this.maxBytes ? new TooLarge(this.maxBytes) : null);
  }

  override _flush(done: TransformCallback): void {
    done(null, labelPicture(this.contentType, Buffer.concat(this.chunks), this.source));
  }
}

/** Ids of boxes: XMP Specification, part 3, 1.2.7.1, and C2PA Technical Specification 2.1, A.5 (both read 2026-11-28). */
const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
const C2PA_BOX = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');
const [HEAD, LARGE_HEAD, ID] = [8, 16, 16];
/** Maximum size of a metadata box that is searched for a label. */
const LOOKED_INTO = 4 * 1_048_576;

/**
 * Appends a box with the XMP packet to an MP4 or MOV, and turns an earlier box of this kind into free space, so that
 * all positions in the file's index stay valid. A file that does not end with a whole box passes unchanged.
 */
class ClipLabel extends Transform {
  private held: Buffer = Buffer.alloc(0);
  /** Bytes of the current box that still pass unexamined. */
  private left = 0;
  private packet: Buffer | null = null;
  /** True when the rest passes unexamined and nothing is appended. */
  private isClosed = false;

  private size = 0;

  constructor(
    private readonly source: DigitalSource,
    private readonly maxBytes: number,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.held = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    while (this.held.length > 0 && this.step());
    this.size += chunk.length;
    done(this.size > this.maxBytes ? new TooLarge(this.maxBytes) : null);
  }

  override _flush(done: TransformCallback): void {
    const isWhole = this.held.length === 0 && this.left === 0 && !this.isClosed;
    this.pass(this.held.length);
    if (isWhole) this.push(boxOf(statedIn(this.packet, this.source)));
    done();
  }

  /** Processes one step of the held bytes; false when more must arrive first. */
  private step(): boolean {
    if (this.isClosed || this.left > 0) {
      const size = this.isClosed ? this.held.length : Math.min(this.left, this.held.length);
      this.left = Math.max(0, this.left - size);
      this.pass(size);
      return true;
    }
    const short = this.held.length < HEAD ? null : this.held.readUInt32BE(0);
    if (short === null || (short === 1 && this.held.length < LARGE_HEAD)) return false;
    const size = short === 1 ? Number(this.held.readBigUInt64BE(HEAD)) : short;
    // Size 0 means that the box extends to the end of the file, after which nothing can be appended.
    if (size < HEAD) this.isClosed = true;
    else if (this.held.toString('latin1', 4, HEAD) === 'uuid' && size <= LOOKED_INTO) {
      if (this.held.length < size) return false;
      this.look(this.held.subarray(0, size), short === 1 ? LARGE_HEAD : HEAD);
      this.held = this.held.subarray(size);
    } else this.left = size;
    return true;
  }

  private look(box: Buffer, head: number): void {
    const [id, content] = [box.subarray(head, head + ID), box.subarray(head + ID)];
    const kept = Buffer.from(box);
    if (id.equals(C2PA_BOX)) this.isClosed = isStatedIn(content);
    else if (id.equals(XMP_BOX)) {
      this.packet = Buffer.from(content);
      this.isClosed = statedIn(this.packet, this.source).equals(content);
      if (!this.isClosed) kept.write('free', 4, 'latin1');
    }
    this.push(kept);
  }

  private pass(size: number): void {
    if (size > 0) this.push(this.held.subarray(0, size));
    this.held = this.held.subarray(size);
  }
}

function boxOf(packet: Buffer): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(HEAD + ID + packet.length);
  head.write('uuid', 4, 'latin1');
  return Buffer.concat([head, XMP_BOX, packet]);
}
