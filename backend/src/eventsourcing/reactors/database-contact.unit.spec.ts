import { DatabaseContact } from './job-table';

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);

describe('contact with the database', () => {
  it('lasts from the first answer', () => {
    const contact = new DatabaseContact(3_000);
    expect(contact.seen(at(0))).toBe(0);
    expect(contact.seen(at(2))).toBe(2_000);
    expect(contact.seen(at(5))).toBe(5_000);
  });

  it('starts again after a gap', () => {
    const contact = new DatabaseContact(3_000);
    contact.seen(at(0));
    expect(contact.seen(at(3.001))).toBe(0);
    expect(contact.seen(at(4))).toBe(999);
  });

  it('has no gap when answers arrive out of order', () => {
    const contact = new DatabaseContact(3_000);
    contact.seen(at(0));
    contact.seen(at(3));
    contact.seen(at(1));
    expect(contact.seen(at(5))).toBe(5_000);
  });
});
