/**
 * Types of source by IPTC's vocabulary (cv.iptc.org/newscodes/digitalsourcetype, read 2026-11-28): made by a model, or
 * put together of what a model made and of other media.
 */
export type DigitalSource = 'trainedAlgorithmicMedia' | 'compositeWithTrainedAlgorithmicMedia';

const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const STATED = /http:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/\w+/u;
const END = '</rdf:RDF>';

/** The property's name and namespace are those of the IPTC Photo Metadata Standard 2023.1, 'Digital Source Type'. */
const description = (source: DigitalSource): string =>
  '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">' +
  `<Iptc4xmpExt:DigitalSourceType>${VOCABULARY}${source}</Iptc4xmpExt:DigitalSourceType></rdf:Description>`;

/** The wrapper is that of Adobe's XMP Specification, part 1, 7.3 (ISO 16684-1). */
const packetOf = (source: DigitalSource): string =>
  '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description(source)}${END}` +
  '</x:xmpmeta><?xpacket end="w"?>';

/** Returns an XMP packet that states the type of source; all else that a packet says stays. */
export function statedIn(packet: Buffer | null, source: DigitalSource): Buffer {
  const known = packet?.toString('utf8') ?? '';
  const end = known.lastIndexOf(END);
  // Without RDF of the usual prefix there is nothing to add to.
  if (end === -1) return Buffer.from(packetOf(source));
  if (STATED.test(known)) return Buffer.from(known.replace(STATED, VOCABULARY + source));
  return Buffer.from(known.slice(0, end) + description(source) + known.slice(end));
}

/** Tells whether a C2PA manifest states a type of source. Such a file stays as it is: a change breaks the signature. */
export const isStatedIn = (manifest: Buffer): boolean => manifest.includes(VOCABULARY);
