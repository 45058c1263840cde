import { Session, SessionEnded } from './session';

describe('the session of a window', () => {
  let session: Session;
  beforeEach(() => {
    session = new Session();
  });

  it('ignores a refusal while nobody is signed in', async () => {
    await expect(session.renewed()).resolves.toBe(false);
    expect(session.getState().isExpired).toBe(false);
  });

  it('expires with a refusal, and repeats every call once the same user has signed in', async () => {
    session.begin('ada');
    const calls = Promise.all([session.renewed(), session.renewed()]);
    expect(session.getState()).toMatchObject({ userId: 'ada', isExpired: true });
    session.begin('ada');
    await expect(calls).resolves.toEqual([true, true]);
    expect(session.getState()).toEqual({ userId: 'ada', isExpired: false, renewals: 1 });
  });

  it('stays valid when a call sent before its renewal is refused afterwards', async () => {
    session.begin('ada');
    const asked = session.getState();
    const first = session.renewed();
    session.begin('ada');
    await first;
    await expect(session.renewed(undefined, asked)).resolves.toBe(true);
    expect(session.getState().isExpired).toBe(false);
    void session.renewed(undefined, session.getState());
    expect(session.getState().isExpired).toBe(true);
  });

  it('rejects waiting calls when the user leaves', async () => {
    session.begin('ada');
    const call = session.renewed();
    session.end();
    await expect(call).rejects.toBeInstanceOf(SessionEnded);
    expect(session.getState()).toMatchObject({ userId: null, isExpired: false });
  });

  it('does not repeat the calls of one user for another', async () => {
    session.begin('ada');
    const call = session.renewed();
    session.begin('bob');
    await expect(call).rejects.toBeInstanceOf(SessionEnded);
    expect(session.getState()).toMatchObject({ userId: 'bob', isExpired: false });
  });

  it('allows canceling a waiting call', async () => {
    session.begin('ada');
    const controller = new AbortController();
    const call = session.renewed(controller.signal);
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});
