/**
 * Reads the type of source from a file as another program would: from the place that each format has for XMP, by code
 * that is independent of the writer. Returns null when the file has no type, or more than one.
 */
export function labelIn(bytes: Buffer): string | null {
  const [packet = '', another] = packetsOf(bytes);
  if (another !== undefined || !packet.startsWith('<?xpacket begin=')) return null;
  return /DigitalSourceType>[^<]*\/(\w+)</u.exec(packet)?.[1] ?? null;
}

function packetsOf(bytes: Buffer): string[] {
  const type = bytes.toString('latin1', 0, 12);
  if (type.startsWith('\xff\xd8')) return inJpeg(bytes);
  if (type.startsWith('\x89PNG')) return inPng(bytes);
  if (type.startsWith('RIFF')) return inWebp(bytes);
  return type.slice(4, 8) === 'ftyp' ? inMov(bytes) : [];
}

function inJpeg(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = 2; bytes[at] === 0xff && (bytes[at + 1] ?? 0) >= 0xc0 && bytes[at + 1] !== 0xda;) {
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const [name, content] = bytes.toString('utf8', at + 4, end).split('\0', 2);
    if (bytes[at + 1] === 0xe1 && name === 'http://ns.adobe.com/xap/1.0/') found.push(content ?? '');
    at = end;
  }
  return found;
}

function inPng(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const text = bytes.toString('utf8', at + 8, at + 8 + bytes.readUInt32BE(at));
    const isText = bytes.toString('latin1', at + 4, at + 8) === 'iTXt';
    if (isText && text.startsWith('XML:com.adobe.xmp\0\0\0\0\0')) found.push(text.slice(22));
  }
  return found;
}

/** A packet counts only if the extended header announces it, and the size of the whole is right. */
function inWebp(bytes: Buffer): string[] {
  const found: string[] = [];
  if (bytes.readUInt32LE(4) + 8 !== bytes.length || bytes.toString('latin1', 12, 16) !== 'VP8X') return found;
  for (let at = 12; at < bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    if (bytes.toString('latin1', at, at + 4) === 'XMP ') found.push(bytes.toString('utf8', at + 8, at + 8 + size));
    at += 8 + size + (size & 1);
  }
  return (bytes[20] ?? 0) & 0x04 ? found : [];
}

function inMov(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const size = bytes.readUInt32BE(at);
    const id = bytes.toString('hex', at + 4, at + 24);
    if (id === '75756964be7acfcb97a942e89c71999491e3afac') found.push(bytes.toString('utf8', at + 24, at + size));
  }
  return found;
}
