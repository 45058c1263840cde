/**
 * Types of source by IPTC's vocabulary (cv.iptc.org/newscodes/digitalsourcetype, read 2026-11-28): made by a model, or
 * composed of what a model made and of other media.
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

/** Returns the XMP packet with the type of source added or replaced; everything else in it stays. */
export function statedIn(packet: Buffer | null, source: DigitalSource): Buffer {
  const known = packet?.toString('utf8') ?? '';
  const end = known.lastIndexOf(END);
  // A packet without RDF under the usual prefix is replaced, since there is nothing to add to.
  if (end === -1) return Buffer.from(packetOf(source));
  if (STATED.test(known)) return Buffer.from(known.replace(STATED, VOCABULARY + source));
  return Buffer.from(known.slice(0, end) + description(source) + known.slice(end));
}

/**
 * Checks if a C2PA manifest states a type of source. A file with such a manifest stays unchanged: a change would break
 * its signature.
 */
export const isStatedIn = (manifest: Buffer): boolean => manifest.includes(VOCABULARY);
