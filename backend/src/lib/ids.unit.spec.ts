import { derivedId, uuidOfName } from './ids';

describe('derived ids', () => {
  it('are UUIDs of version 5, as RFC 9562 computes its example', () => {
    const dns = Buffer.from('6ba7b8109dad11d180b400c04fd430c8', 'hex');
    expect(uuidOfName(dns, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  it.each([
    { parts: [], id: '3607d3f2-ad02-5fa7-8331-f5960ad5cdb8' },
    { parts: ['a', 1], id: '5cbef562-4ceb-5797-9d77-37d556174f99' },
    { parts: ['scene', 'é🎬', 0], id: 'e69d29b7-0b8b-540e-84da-ebd25d3d54a9' },
    { parts: ['x'.repeat(300)], id: '9e2a18a3-2d8c-5fd3-84a9-9806cb4bec86' },
  ])('stay as they were stored: $id', ({ parts, id }) => {
    expect(derivedId(...parts)).toBe(id);
  });
});
