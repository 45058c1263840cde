import { recorded } from '../testing/view-spec';
import { expireReservationReactor, settleTextReactor } from './close-holds';

describe('a hold', () => {
  it('is checked at its deadline, counted from the time of its event', () => {
    const deadline = '2026-03-01T18:00:00.000Z';
    const event = recorded({ type: 'ZapsReserved', data: { holdId: 'hold', deadline } }, 1);
    expect(expireReservationReactor.react(event)).toMatchObject([{ dedupKey: 'hold', delayMs: 6 * 3_600_000 }]);
  });
});

describe('a text', () => {
  const react = (type: string, data: object) => settleTextReactor.react(recorded({ type, data }, 1));

  it('that was answered is settled with the provider’s cost', () => {
    const payload = { action: 'settle', holdId: 'hold', usd: 0.01 };
    expect(react('TextAnswered', { holdId: 'hold', usd: 0.01 })).toMatchObject([{ payload, delayMs: undefined }]);
  });

  it('that failed is released', () => {
    const payload = { action: 'release', holdId: 'hold', reason: 'away' };
    expect(react('TextFailed', { holdId: 'hold', error: 'away' })).toMatchObject([{ payload }]);
  });

  it('that was written but not answered is settled after a while', () => {
    expect(react('SceneDescribed', { holdId: 'hold' })).toMatchObject([
      { payload: { action: 'settle', holdId: 'hold' }, delayMs: 60_000 },
    ]);
  });
});
