import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromPosition, settingsFault, toPosition } from '../../eventsourcing/event-store/event-store';
import type { LogFault, StoredEvent } from '../../eventsourcing/event-store/event-store';
import type { StoredFinding } from '../../ledger/proof/verification';
import { changedSomewhere } from './tamperings';

/** A change that an attacker made to a log outside of its wallets. */
export interface LogTampering {
  events: StoredEvent[];
  settings: LogFault[];
  /** True if the files of signed days are gone too. */
  withoutFiles?: true;
  /** Changes a copy of the folder with the files of signed days. */
  files?: (folder: string) => void;
}

export interface LogTamper {
  kind: string;
  tamper(events: readonly StoredEvent[], random: () => number): LogTampering;
  /** The expected part of the finding. */
  told: Partial<StoredFinding>;
}

/** Renumbers the events, so that no position is missing. */
export const inPlace = (events: readonly StoredEvent[]): StoredEvent[] => {
  const revisions = new Map<string, bigint>();
  return events.map((event, at) => {
    const revision = revisions.get(event.streamId) ?? 0n;
    revisions.set(event.streamId, revision + 1n);
    const isWallet = event.streamId.startsWith('wallet-');
    return { ...event, revision: isWallet ? event.revision : revision, position: toPosition(BigInt(at + 1)) };
  });
};

const isHead = ({ streamId }: StoredEvent): boolean => streamId === 'ledger-heads';
const isOf = (category: string) => (event: StoredEvent) => event.streamId.startsWith(`${category}-`) && !isHead(event);

/** Draws the index of a wanted event, before the last signature or after it. */
function draw(
  events: readonly StoredEvent[],
  random: () => number,
  isWanted: (event: StoredEvent) => boolean,
  where: 'signed' | 'unsigned',
): number {
  const last = events.findLastIndex(isHead);
  const places = [...events.keys()].filter((at) => {
    // The event of the last signature is not itself signed, and the first and last events of the log lack a neighbour.
    const isThere = where === 'signed' ? at > 0 && at < last : at > last && at + 1 < events.length;
    return isThere && isWanted(events[at] as StoredEvent);
  });
  return places[Math.floor(random() * places.length)] ?? -1;
}

const logOf = (events: StoredEvent[], settings: LogFault[] = []): LogTampering => ({ events, settings });
const without = (events: readonly StoredEvent[], at: number): StoredEvent[] =>
  events.filter((_, place) => place !== at);
const replaced = (events: readonly StoredEvent[], at: number, change: (event: StoredEvent) => StoredEvent) =>
  events.map((event, place) => (place === at ? change(event) : event));

/** Draws a day that was signed by a root. Days in an earlier release's form have their heads in the log. */
const drawDay = (events: readonly StoredEvent[], random: () => number): string => {
  const days = events.filter(isHead).map(({ data }) => data as { day: string; root?: string });
  const withRoots = days.filter(({ root }) => root !== undefined);
  return withRoots[Math.floor(random() * withRoots.length)]?.day ?? '';
};

/** Changes a value of the data or the metadata of a signed event. */
const altered = (events: readonly StoredEvent[], random: () => number, isWanted: (event: StoredEvent) => boolean) =>
  logOf(
    replaced(events, draw(events, random, isWanted, 'signed'), (event) => {
      const { data, metadata } = changedSomewhere({ data: event.data, metadata: event.metadata }, random);
      return { ...event, data, metadata };
    }),
  );

/** Gives a delivered file another address; with `also`, in the list of delivered files as well. */
const readdressed = (event: StoredEvent, also: boolean): StoredEvent => {
  const data = event.data as { images: { url: string }[]; delivered: Record<string, string> };
  const [image] = data.images;
  const url = `${image?.url}x`;
  const delivered = also ? { [url]: data.delivered[image?.url ?? ''] ?? '' } : data.delivered;
  return { ...event, data: { ...data, images: [{ ...image, url }], delivered } };
};

const LOG = { what: 'log' } as const;

export const LOG_TAMPERINGS: readonly LogTamper[] = [
  {
    kind: 'all signed heads are deleted, and their files',
    tamper: (events) => ({ ...logOf(inPlace(events.filter((event) => !isHead(event)))), withoutFiles: true }),
    told: { what: 'signature', expected: 'a signed day', found: 'no signed day' },
  },
  {
    kind: 'the signed heads of a day are deleted from the log, and no gap is left',
    tamper: (events, random) => {
      const heads = [...events.keys()].filter((at) => isHead(events[at] as StoredEvent));
      return logOf(inPlace(without(events, heads[Math.floor(random() * heads.length)] ?? -1)));
    },
    told: { what: 'signature', reason: 'the log has lost what the file keeps' },
  },
  {
    kind: 'the file of a signed day is changed',
    tamper: (events, random) => {
      const day = drawDay(events, random);
      const files = (folder: string) => {
        const file = join(folder, `${day}.json`);
        writeFileSync(file, JSON.stringify(changedSomewhere(JSON.parse(readFileSync(file, 'utf8')) as object, random)));
      };
      return { ...logOf([...events]), files };
    },
    told: { what: 'signature' },
  },
  {
    kind: 'a head in the file of a signed day is changed',
    tamper: (events, random) => {
      const day = drawDay(events, random);
      const files = (folder: string) => {
        const file = join(folder, `${day}.heads`);
        const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
        const at = Math.floor(random() * lines.length);
        writeFileSync(file, `${lines.with(at, changedSomewhere([lines[at]], random)[0] ?? '').join('\n')}\n`);
      };
      return { ...logOf([...events]), files };
    },
    told: { what: 'signature', reason: 'the heads in the file are not those signed' },
  },
  {
    kind: 'a value of a completion is changed',
    tamper: (events, random) => altered(events, random, isOf('project')),
    told: LOG,
  },
  {
    kind: 'a value of an access is changed',
    tamper: (events, random) => altered(events, random, isOf('access')),
    told: LOG,
  },
  {
    kind: 'any event is deleted, and leaves a gap',
    tamper: (events, random) => {
      const at = draw(events, random, () => true, random() < 0.5 ? 'signed' : 'unsigned');
      return logOf(without(events, at));
    },
    told: { ...LOG, reason: 'has no event here' },
  },
  {
    kind: 'the positions from an event on are shifted',
    tamper: (events, random) => {
      const at = draw(events, random, () => true, random() < 0.5 ? 'signed' : 'unsigned');
      const by = BigInt(1 + Math.floor(random() * 5));
      return logOf(
        events.map((event, place) =>
          place < at ? event : { ...event, position: toPosition(fromPosition(event.position) + by) },
        ),
      );
    },
    told: { ...LOG, reason: 'has no event here' },
  },
  {
    kind: 'a signed head is changed',
    tamper: (events, random) => {
      const at = draw(events, random, isHead, 'signed');
      return logOf(
        replaced(events, at, (event) => ({ ...event, data: changedSomewhere(event.data as object, random) })),
      );
    },
    told: { what: 'signature' },
  },
  {
    kind: 'the newest entry of a wallet is deleted',
    tamper: (events, random) => {
      const at = draw(events, random, isOf('wallet'), 'unsigned');
      const { streamId } = events[at] as StoredEvent;
      const newest = events.findLastIndex((event) => event.streamId === streamId);
      return logOf(without(events, newest));
    },
    told: { ...LOG, reason: 'has no event here' },
  },
  {
    kind: 'an event is moved to another position',
    tamper: (events, random) => {
      const at = draw(events, random, () => true, 'signed');
      const [one, next] = [events[at - 1] as StoredEvent, events[at] as StoredEvent];
      const moved = events.with(at - 1, { ...next, position: one.position });
      return logOf(moved.with(at, { ...one, position: next.position }));
    },
    told: LOG,
  },
  {
    kind: 'a stream is truncated by its settings',
    tamper: (events, random) => {
      const { streamId } = events[draw(events, random, () => true, 'signed')] as StoredEvent;
      const settings = ['truncate_before 1', 'max_count 1', 'max_age_seconds 60', 'deleted_through 0'];
      return logOf([...events], [settingsFault(streamId, settings[Math.floor(random() * settings.length)] ?? '')]);
    },
    told: { ...LOG, expected: 'no settings' },
  },
  {
    kind: 'a delivered file gets another address, on the day itself',
    tamper: (events, random) =>
      logOf(replaced(events, draw(events, random, isOf('project'), 'unsigned'), (event) => readdressed(event, false))),
    told: { what: 'delivery', reason: 'names a file that was not delivered: its address was changed' },
  },
  {
    kind: 'a delivered file gets another address everywhere, after it was signed',
    tamper: (events, random) =>
      logOf(replaced(events, draw(events, random, isOf('project'), 'signed'), (event) => readdressed(event, true))),
    told: LOG,
  },
  {
    kind: 'an access is deleted, and no gap is left',
    tamper: (events, random) => logOf(inPlace(without(events, draw(events, random, isOf('access'), 'signed')))),
    told: LOG,
  },
  {
    kind: 'an access is deleted on the day itself',
    tamper: (events, random) => logOf(without(events, draw(events, random, isOf('access'), 'unsigned'))),
    told: { ...LOG, reason: 'has no event here' },
  },
  {
    kind: 'the reader in an access is changed',
    tamper: (events, random) =>
      logOf(
        replaced(events, draw(events, random, isOf('access'), 'signed'), (event) => ({
          ...event,
          metadata: { ...event.metadata, actor: { kind: 'system', name: 'somebody else' } },
        })),
      ),
    told: LOG,
  },
  {
    kind: 'an event is added among the signed ones',
    tamper: (events, random) => {
      const at = draw(events, random, isOf('access'), 'signed');
      return logOf(inPlace(events.toSpliced(at - 1, 0, events[at] as StoredEvent)));
    },
    told: LOG,
  },
  {
    kind: 'the end of the log is cut off',
    tamper: (events, random) => {
      const last = events.findLastIndex(isHead);
      const cut = events.slice(0, 1 + Math.floor(random() * (last - 1)));
      return logOf([...cut, ...inPlaceOfLast(events.slice(last, last + 1), cut)]);
    },
    told: LOG,
  },
];

/** Moves the last signed heads to the end of a shorter log. */
const inPlaceOfLast = (heads: readonly StoredEvent[], cut: readonly StoredEvent[]): StoredEvent[] =>
  heads.map((event) => ({
    ...event,
    revision: BigInt(cut.filter(isHead).length),
    position: toPosition(BigInt(cut.length + 1)),
  }));
