import { Injectable } from '@nestjs/common';
import { createBulkhead, Semaphore } from '../../../lib/concurrency';
import { Clock, withTimeout } from '../../../lib/time';
import { DomainError, TemporaryDomainError } from '../../../lib/domain-error';

/** Bulkhead for all users: each body's bytes stay in memory until they are parsed. */
const PLACES = { atOnce: 8, waiting: 64 };
/** Per-user quota: this many bytes at once, plus BYTES_A_SECOND. A story is 1 MB at most. */
const MOST_BYTES = 32_000_000;
const BYTES_A_SECOND = 1_000_000;
/**
 * Charged per second that a body holds its place: slow senders keep others waiting and so use up their quota sooner.
 */
const BYTES_A_SECOND_OF_A_PLACE = 2_000_000;
/** Milliseconds for a body to arrive once it has its place. */
const LONGEST_MS = 30_000;

interface Sender {
  /** Admits one body at a time. */
  turn: Semaphore;
  waiting: number;
  /** Bytes that still count against the quota. */
  bytes: number;
  at: number;
}

/** Admits large JSON bodies: one per user at a time, a few in total, and within each user's byte quota. */
@Injectable()
export class LargeBodies {
  private readonly senders = new Map<string, Sender>();
  private readonly inLine = createBulkhead(PLACES, 'Too much is being saved at this moment. Please try again.', 5);

  constructor(private readonly clock: Clock) {}

  /**
   * @param work reads and parses one body, and reports its size
   * @throws TemporaryDomainError too_many_requests, unavailable; DomainError bad_request for a body that arrives too
   * slowly; or the error of `work`
   */
  async read(userId: string, work: (took: (bytes: number) => void) => Promise<void>): Promise<void> {
    const sender = this.senderOf(userId);
    this.mayGoOn(sender);
    if (sender.waiting >= PLACES.waiting) throw tooMuch(1);
    sender.waiting += 1;
    try {
      await sender.turn.run(() => {
        this.mayGoOn(sender);
        return this.inLine(() => this.inPlace(sender, work));
      });
    } finally {
      sender.waiting -= 1;
    }
  }

  private async inPlace(sender: Sender, work: (took: (bytes: number) => void) => Promise<void>): Promise<void> {
    const began = this.clock.now().getTime();
    const late = (): Error => new DomainError('bad_request', 'The data arrived too slowly. Please try again.');
    try {
      await withTimeout(
        LONGEST_MS,
        work((bytes) => (sender.bytes += bytes)),
        late,
      );
    } finally {
      const seconds = Math.max(0, this.clock.now().getTime() - began) / 1_000;
      sender.bytes += seconds * BYTES_A_SECOND_OF_A_PLACE;
    }
  }

  private mayGoOn(sender: Sender): void {
    this.forget(sender);
    if (sender.bytes < MOST_BYTES) return;
    throw tooMuch(Math.max(1, Math.ceil((sender.bytes - MOST_BYTES) / BYTES_A_SECOND)));
  }

  private forget(sender: Sender): void {
    const now = this.clock.now().getTime();
    sender.bytes = Math.max(0, sender.bytes - (Math.max(0, now - sender.at) / 1_000) * BYTES_A_SECOND);
    sender.at = now;
  }

  private senderOf(userId: string): Sender {
    const known = this.senders.get(userId);
    if (known) return known;
    for (const [id, sender] of this.senders) {
      this.forget(sender);
      if (sender.bytes === 0 && sender.waiting === 0) this.senders.delete(id);
    }
    const sender: Sender = { turn: new Semaphore(1), waiting: 0, bytes: 0, at: this.clock.now().getTime() };
    this.senders.set(userId, sender);
    return sender;
  }
}

const tooMuch = (seconds: number): TemporaryDomainError =>
  new TemporaryDomainError('too_many_requests', `Too much at once. Please try again in ${seconds} s.`, seconds);
