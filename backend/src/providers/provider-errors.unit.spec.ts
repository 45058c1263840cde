import { CreateOutcomeUnknown, CreateRefused, messageFrom } from './provider-errors';
import { configuredSecrets } from './secrets/secrets';

const KEY = 'sk_one-that-is-configured';
configuredSecrets.learn([KEY]);
const refused = (message: string, cause?: unknown) => new CreateRefused(message, { reason: 'unauthorized', cause });

describe('an error of a provider', () => {
  it('quotes no secret of ours and nothing of an address that opens it', () => {
    expect(refused(`Invalid key: ${KEY}`).message).toBe('Invalid key: [removed]');
    expect(new CreateOutcomeUnknown('No answer from https://a:b@x.example/?sig=1').message).toBe(
      'No answer from https://x.example/?[removed]',
    );
  });

  it('keeps no part of a secret where its words are cut', () => {
    expect(messageFrom(`Refused: ${KEY}`, 15)).toBe('Refused: [remov');
  });

  it('is logged with causes that quote none either', () => {
    const first = new TypeError(`Header: ${KEY}`);
    const cause = new Error(`Lost: ${KEY}`, { cause: first });
    refused('Lost', cause);
    expect([cause.message, first.message]).toEqual(['Lost: [removed]', 'Header: [removed]']);
    expect(`${cause.stack}${first.stack}`).not.toContain(KEY);
  });

  it('may be caused by anything', () => {
    const frozen = Object.freeze(new Error(`Ended: ${KEY}`));
    expect(refused('Ended', frozen).cause).toBe(frozen);
    const itself = new Error('Again');
    itself.cause = itself;
    expect(refused('Again', itself).cause).toBe(itself);
    expect(refused('Words', `thrown: ${KEY}`).message).toBe('Words');
  });
});
