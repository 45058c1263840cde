import { KeptTexts } from './kept-texts';
import type { Kept, TextStorage } from './kept-texts';

/** The storage and the set of open pages that all pages of one browser share. */
class Browser {
  readonly texts = new Map<string, Kept>();
  readonly open = new Set<string>();
  now = 1_000_000;
  fails = false;

  page(name: string): KeptTexts {
    this.open.add(name);
    const storage: TextStorage = {
      read: (userId) =>
        this.io(() =>
          [...this.texts]
            .filter(([id]) => id.startsWith(userId))
            .map(
              ([id, kept]) => [id.slice(userId.length + 1), JSON.parse(JSON.stringify(kept)) as Kept] as [string, Kept],
            ),
        ),
      write: (userId, id, kept) =>
        this.io(() => void this.texts.set(`${userId}/${id}`, JSON.parse(JSON.stringify(kept)) as Kept)),
      remove: (userId, id) => this.io(() => void this.texts.delete(`${userId}/${id}`)),
      openPages: (among) => this.io(() => new Set(among.filter((page) => this.open.has(page)))),
    };
    return new KeptTexts(storage, () => this.now, name);
  }

  private async io<T>(work: () => T): Promise<T> {
    await Promise.resolve();
    if (this.fails) throw new DOMException('The quota is used up.', 'QuotaExceededError');
    return work();
  }
}

const FIELD = 'scene/1/title';
const draft = (value: string) => ({ value, base: 'stored' });

describe('the texts stored in a browser', () => {
  let browser: Browser;
  beforeEach(() => {
    browser = new Browser();
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => jest.restoreAllMocks());

  async function left(value: string, { page = 'killed', user = 'ada' } = {}): Promise<void> {
    const texts = browser.page(page);
    await texts.open(user);
    texts.keepDraft(FIELD, draft(value));
    await texts.stored();
    browser.open.delete(page);
  }

  it('pass a draft of a closed page to the next page, once', async () => {
    await left('precious');
    const next = browser.page('next');
    await expect(next.open('ada')).resolves.toEqual([FIELD]);
    expect(next.takeDraft(FIELD)).toMatchObject(draft('precious'));
    expect(next.takeDraft(FIELD)).toBeNull();
  });

  it('keep the newest version of a draft, whatever write was pending', async () => {
    const page = browser.page('killed');
    await page.open('ada');
    for (const value of ['p', 'pr', 'precious']) page.keepDraft(FIELD, draft(value));
    await page.stored();
    browser.open.delete('killed');
    const next = browser.page('next');
    await next.open('ada');
    expect(next.takeDraft(FIELD)).toMatchObject(draft('precious'));
  });

  it('leave a draft alone while its page is open', async () => {
    const page = browser.page('open');
    await page.open('ada');
    page.keepDraft(FIELD, draft('typing'));
    await page.stored();
    const next = browser.page('next');
    await expect(next.open('ada')).resolves.toEqual([]);
  });

  it('delete a saved draft', async () => {
    const page = browser.page('first');
    await page.open('ada');
    page.keepDraft(FIELD, draft('precious'));
    page.keepDraft(FIELD, null);
    await page.stored();
    expect(browser.texts.size).toBe(0);
  });

  it('belong to their user, and are neither shown nor mentioned to the next one', async () => {
    await left('private');
    const next = browser.page('next');
    await expect(next.open('bob')).resolves.toEqual([]);
    expect(next.takeDraft(FIELD)).toBeNull();
    expect(next.replacedIn(FIELD)).toEqual([]);
    await expect(next.open('ada')).resolves.toEqual([FIELD]);
  });

  it('go to the user who typed them, also when they are stored after the next sign-in', async () => {
    const page = browser.page('shared');
    await page.open('ada');
    page.keepDraft(FIELD, draft('private'));
    await page.open('bob');
    await page.stored();
    expect([...browser.texts.keys()]).toEqual([`ada/draft/shared/${FIELD}`]);
  });

  it('offer the older of two drafts of one field', async () => {
    await left('older', { page: 'one' });
    browser.now += 5;
    await left('newer', { page: 'two' });
    const next = browser.page('next');
    await next.open('ada');
    expect(next.takeDraft(FIELD)).toMatchObject({ value: 'newer' });
    expect(next.replacedIn(FIELD)).toMatchObject([{ value: 'older', by: 'newer save' }]);
  });

  it('offer a draft instead of inserting it, where the field requires that', async () => {
    await left('precious');
    browser.now += 5;
    const next = browser.page('next');
    await next.open('ada');
    next.offerDraft(FIELD);
    next.offerDraft(FIELD);
    expect(next.takeDraft(FIELD)).toBeNull();
    await next.stored();
    const later = browser.page('later');
    await expect(later.open('ada')).resolves.toEqual([]);
    expect(later.replacedIn(FIELD)).toMatchObject([{ value: 'precious', by: 'newer save', at: browser.now - 5 }]);
    expect(browser.texts.size).toBe(1);
  });

  it('keep replaced texts beyond the page, newest first, each once', async () => {
    const page = browser.page('first');
    await page.open('ada');
    page.keepReplaced(FIELD, 'one', 'other window');
    browser.now += 1;
    page.keepReplaced(FIELD, 'two', 'other window');
    page.keepReplaced(FIELD, 'two', 'this window');
    page.keepReplaced(FIELD, '  ', 'other window');
    await page.stored();
    const next = browser.page('next');
    await next.open('ada');
    expect(next.replacedIn(FIELD).map(({ value }) => value)).toEqual(['two', 'one']);
    next.forgetReplaced(next.replacedIn(FIELD)[0]?.id ?? '');
    expect(next.replacedIn(FIELD).map(({ value }) => value)).toEqual(['one']);
  });

  it('stay below their limit: the oldest replaced texts go first', async () => {
    const page = browser.page('first');
    await page.open('ada');
    const large = 'x'.repeat(3 * 1024 * 1024);
    for (const first of ['a', 'b', 'c']) page.keepReplaced(FIELD, first + large, 'other window');
    await page.stored();
    expect(page.replacedIn(FIELD).map(({ value }) => value[0])).toEqual(['c', 'b']);
    expect(browser.texts.size).toBe(2);
  });

  it('are deleted after a month', async () => {
    await left('precious');
    browser.now += 31 * 24 * 60 * 60_000;
    const next = browser.page('next');
    await expect(next.open('ada')).resolves.toEqual([]);
    await next.stored();
    expect(browser.texts.size).toBe(0);
  });

  it('work without storage in the browser', async () => {
    browser.fails = true;
    const page = browser.page('first');
    await expect(page.open('ada')).resolves.toEqual([]);
    page.keepDraft(FIELD, draft('precious'));
    page.keepReplaced(FIELD, 'replaced', 'other window');
    await page.stored();
    expect(page.replacedIn(FIELD)).toHaveLength(1);
    expect(console.error).toHaveBeenCalled();
  });
});
