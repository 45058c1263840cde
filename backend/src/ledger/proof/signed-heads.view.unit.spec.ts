import { foldTwice, recorded } from '../../testing/view-spec';
import { signedHeadsView } from './signed-heads.view';

const told = {
  day: '2026-03-01',
  signedAt: '2026-03-01T00:00:05.000Z',
  position: '00000000000000000042',
  wallets: 1,
  hash: 'h',
  previousHash: null,
  signature: 's',
  publicKey: 'p',
};

describe('the view of signed heads', () => {
  it('has a row for each signed day, without the heads', () => {
    const event = { type: 'LedgerHeadsSigned', data: { ...told, heads: [['owner', 3, 'hash']] } };
    expect([...foldTwice(signedHeadsView as never, [recorded(event, 0)]).values()]).toEqual([told]);
  });
});
