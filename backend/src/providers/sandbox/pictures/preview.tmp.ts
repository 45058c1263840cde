import { writeFileSync } from 'node:fs';
import { createCanvas } from '@napi-rs/canvas';
import { compose } from './compose';
import type { PictureBrief, PersonLook } from './brief';
const p = (key: string, o: Partial<PersonLook> = {}): PersonLook => ({ key, age: 'adult', dress: 'coat', hair: 'short', beard: false, hat: 'none', skinColour: '#e3b590', hairColour: '#3b2a22', topColour: '#c79a3a', legColour: '#34425a', ...o });
const b = (o: Partial<PictureBrief>): PictureBrief => ({ time: 'day', weather: 'clear', mood: 'calm', framing: 'medium', place: 'sea', room: 'living', view: 'village', people: [], subjects: [], ...o });
const sets: Record<string, PictureBrief> = {
  a: b({ time: 'dusk', place: 'cliff', subjects: ['lighthouse'], people: [p('Mara', { hair: 'long' })], framing: 'wide' }),
  b: b({ time: 'night', place: 'sea', weather: 'storm', subjects: ['lighthouse', 'boat'], mood: 'tense', framing: 'wide' }),
  c: b({ time: 'dawn', place: 'forest', people: [p('A', { topColour: '#b5433a', age: 'child', hat: 'hood' })], subjects: ['fox'] }),
  d: b({ time: 'night', place: 'city', weather: 'rain', people: [p('B', { hat: 'brim', topColour: '#40506a' })], subjects: ['umbrella'] }),
  e: b({ time: 'night', place: 'room', room: 'living', people: [p('C', { age: 'old', beard: true, hairColour: '#d9d6d0' }), p('D', { age: 'child', dress: 'dress', hair: 'bun' })], subjects: ['letter', 'lamp'], view: 'sea' }),
  f: b({ time: 'day', place: 'mountain', subjects: ['castle', 'bird'], framing: 'wide' }),
  g: b({ time: 'night', place: 'space', people: [p('E', { topColour: '#e8e6e1', dress: 'jacket' })], subjects: ['rocket'], framing: 'wide' }),
  h: b({ time: 'dawn', place: 'village', people: [p('F', { hat: 'cap' })], subjects: ['dog'] }),
  i: b({ time: 'day', place: 'beach', people: [p('G', { age: 'child' })], subjects: ['boat', 'gull'] }),
  j: b({ time: 'dusk', place: 'room', room: 'lamp', people: [p('H', { age: 'old', beard: true, hairColour: '#cfcac2', hat: 'cap', topColour: '#3f5f7a' })], subjects: ['lantern'] }),
  k: b({ time: 'dusk', place: 'field', framing: 'close', people: [p('I', { hair: 'long' })] }),
  l: b({ time: 'day', place: 'snow', weather: 'snow', people: [p('J', { hat: 'beanie', topColour: '#a8433a' })], subjects: ['house', 'wolf'] }),
  m: b({ time: 'dusk', place: 'harbour', people: [p('K', {})], subjects: ['ship', 'cat'] }),
  n: b({ time: 'day', place: 'desert', people: [p('L', { hat: 'brim' })], subjects: ['horse'], framing: 'wide' }),
  o: b({ time: 'dusk', place: 'station', people: [p('M', {}), p('N', { hair: 'curly', dress: 'dress', topColour: '#6a4f8a' })], subjects: ['train'] }),
  q: b({ time: 'night', place: 'river', people: [p('O', {})], subjects: ['boat', 'lantern'] }),
  r: b({ time: 'day', place: 'cave', people: [p('P', {})], subjects: ['box'] }),
  s: b({ time: 'day', place: 'underwater', subjects: ['whale', 'fish'] }),
  t: b({ time: 'day', place: 'road', weather: 'cloudy', people: [p('Q', {})], subjects: ['car', 'tree'] }),
  u: b({ time: 'night', place: 'room', room: 'library', framing: 'close', subjects: ['key'] }),
};
const which = process.argv[2] ?? '';
const scale = 0.42;
for (const id of which) {
  const brief = sets[id]; if (!brief) continue;
  const sheet = createCanvas(768 * scale * 4 + 24, 1365 * scale); const x = sheet.getContext('2d');
  for (let v = 0; v < 4; v++) { const t = performance.now(); const c = compose(brief, id, v); c.encodeSync('jpeg', 90); console.log(id, v, (performance.now() - t).toFixed(0)); x.drawImage(c, v * (768 * scale + 8), 0, 768 * scale, 1365 * scale); }
  writeFileSync(`/tmp/pr/${id}.png`, sheet.encodeSync('png'));
}
