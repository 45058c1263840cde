import { inclusionProof, MerkleRoot, rootByProof } from './merkle';

/** Leaves of the test vectors that implementations of Certificate Transparency share. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  (hex) => Buffer.from(hex, 'hex'),
);
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

describe('a Merkle tree', () => {
  it('has the roots of the test vectors of RFC 6962, while it grows', () => {
    const tree = new MerkleRoot();
    const roots = [tree.root()];
    for (const leaf of LEAVES) {
      tree.push(leaf);
      roots.push(tree.root());
    }
    expect(roots).toEqual(ROOTS);
    expect(tree.size).toBe(8);
  });

  it('proves a leaf by the path of the test vectors', () => {
    expect(inclusionProof(LEAVES, 5)).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
  });

  it('proves each leaf of each size, and no other leaf, place or size', () => {
    for (let size = 1; size <= LEAVES.length; size++) {
      for (let index = 0; index < size; index++) {
        const leaf = LEAVES[index] ?? '';
        const path = inclusionProof(LEAVES.slice(0, size), index);
        expect([size, index, rootByProof(leaf, { index, size, path })]).toEqual([size, index, ROOTS[size]]);
        expect(rootByProof('another', { index, size, path })).not.toBe(ROOTS[size]);
        if (size > 1) expect(rootByProof(leaf, { index: (index + 1) % size, size, path })).not.toBe(ROOTS[size]);
        expect(rootByProof(leaf, { index, size, path: [...path, ROOTS[0] ?? ''] })).toBeNull();
        if (size > 1) expect(rootByProof(leaf, { index, size, path: path.slice(1) })).not.toBe(ROOTS[size]);
      }
    }
    expect(() => inclusionProof(LEAVES, 8)).toThrow('There is no leaf 8 of 8.');
  });
});
