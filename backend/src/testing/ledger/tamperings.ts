import { derivedId } from '../../lib/ids';
import type { StoredEvent } from '../../eventsourcing/event-store/event-store';
import { genesisHash, hashOf } from '../../money/zaps/domain/wallet-entry';

type Data = Record<string, unknown> & { prevHash: string; hash: string; at: string };

/** A change that an attacker with write access to the database made to one wallet. */
export interface Tampering {
  kind: string;
  wallet: StoredEvent[];
  /** The first revision at which the chain alone proves the tampering; null when only signed heads can. */
  bad: number | null;
  /** The first revision that was changed. */
  from: number;
}

type Tamper = (wallet: readonly StoredEvent[], random: () => number) => Tampering;

const pick = (random: () => number, from: number, to: number): number => from + Math.floor(random() * (to - from));
const dataOf = ({ data }: StoredEvent): Data => data as Data;
const withData = (event: StoredEvent, changes: object): StoredEvent => ({
  ...event,
  data: { ...dataOf(event), ...changes },
});
const renumbered = (wallet: readonly StoredEvent[]): StoredEvent[] =>
  wallet.map((event, at) => ({ ...event, revision: BigInt(at) }));

/** Recomputes every chain link from here on, so that the chain is consistent again. */
function rehashed(wallet: readonly StoredEvent[], ownerId: string): StoredEvent[] {
  let prevHash = genesisHash(ownerId);
  return wallet.map((event) => {
    const linked = withData(event, { prevHash });
    prevHash = hashOf(linked);
    return withData(linked, { hash: prevHash });
  });
}
const ownerOf = ({ streamId }: StoredEvent): string => streamId.slice('wallet-'.length);

/** Returns the paths of plain values inside a value. */
function leaves(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (value === null || typeof value !== 'object') return [[...path]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}
function changedAt(value: unknown, [key, ...rest]: (string | number)[], change: (leaf: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = changedAt(copy[key], rest, change);
  return copy;
}
function flipped(leaf: unknown, random: () => number): unknown {
  if (typeof leaf === 'number') return leaf + (random() < 0.5 ? 1 : -10_000);
  if (typeof leaf === 'boolean') return !leaf;
  if (typeof leaf !== 'string') return 'x';
  const at = pick(random, 0, leaf.length);
  return `${leaf.slice(0, at)}${leaf[at] === '0' ? '1' : '0'}${leaf.slice(at + 1)}`;
}

/** Returns a value with one of its plain values changed. */
export function changedSomewhere<T extends object>(value: T, random: () => number): T {
  const paths = leaves(value);
  const path = paths[pick(random, 0, paths.length)] ?? [];
  return changedAt(value, path, (leaf) => flipped(leaf, random)) as T;
}

export const flip: Tamper = (wallet, random) => {
  const at = pick(random, 0, wallet.length);
  const changed = wallet.map((event, index) => {
    if (index !== at) return event;
    return { ...event, data: changedSomewhere(event.data as object, random) };
  });
  return { kind: 'flip', wallet: changed, bad: at, from: at };
};

const flipType: Tamper = (wallet, random) => {
  const at = pick(random, 0, wallet.length);
  const types = ['ZapsGranted', 'ZapsPurchased', 'ZapsReserved', 'ZapsSettled', 'ZapsReleased', 'ZapsFound'];
  const others = types.filter((type) => type !== wallet[at]?.type);
  const type = others[pick(random, 0, others.length)] ?? '';
  const changed = wallet.map((event, index) => (index === at ? { ...event, type } : event));
  return { kind: 'flip the type', wallet: changed, bad: at, from: at };
};

const flipMetadata: Tamper = (wallet, random) => {
  const at = pick(random, 0, wallet.length);
  const change =
    random() < 0.5 ? { ownerId: derivedId('somebody', 'else') } : { at: new Date(random() * 1e12).toISOString() };
  const changed = wallet.map((event, index) =>
    index === at ? { ...event, metadata: { ...event.metadata, ...change } } : event,
  );
  return { kind: 'flip owner or time', wallet: changed, bad: at, from: at };
};

const remove: Tamper = (wallet, random) => {
  const at = pick(random, 0, wallet.length - 1);
  return { kind: 'delete', wallet: wallet.filter((_, index) => index !== at), bad: at, from: at };
};

const removeAndRenumber: Tamper = (wallet, random) => {
  const at = pick(random, 0, wallet.length - 1);
  const left = renumbered(wallet.filter((_, index) => index !== at));
  return { kind: 'delete and close the gap', wallet: left, bad: at, from: at };
};

const forged = (wallet: readonly StoredEvent[], at: number, prevHash: string, random: () => number): StoredEvent => {
  const [model] = wallet;
  const units = pick(random, 1, 1_000) * 10_000;
  const at_ = dataOf(model as StoredEvent).at;
  const postings = [
    { account: 'purchases', units: 0 - units },
    { account: 'available', units },
  ];
  const purchaseId = derivedId('forged', random());
  const data = { purchaseId, units, paidUsd: 0, sandbox: true, at: at_, postings, prevHash, hash: '' };
  const event: StoredEvent = { ...(model as StoredEvent), id: purchaseId, type: 'ZapsPurchased', data };
  return { ...withData(event, { hash: hashOf(event) }), revision: BigInt(at) };
};

const insert: Tamper = (wallet, random) => {
  const at = pick(random, 1, wallet.length);
  const other = dataOf(wallet[pick(random, 0, wallet.length)] as StoredEvent).prevHash;
  const fits = other === dataOf(wallet[at] as StoredEvent).prevHash;
  const entry = forged(wallet, at, other, random);
  const grown = renumbered([...wallet.slice(0, at), entry, ...wallet.slice(at)]);
  return { kind: 'insert', wallet: grown, bad: fits ? at + 1 : at, from: at };
};

const insertLinked: Tamper = (wallet, random) => {
  const at = pick(random, 1, wallet.length);
  const entry = forged(wallet, at, dataOf(wallet[at] as StoredEvent).prevHash, random);
  const grown = renumbered([...wallet.slice(0, at), entry, ...wallet.slice(at)]);
  // The inserted entry is valid by itself; the entry after it no longer fits.
  return { kind: 'insert with the right link', wallet: grown, bad: at + 1, from: at };
};

const reorder: Tamper = (wallet, random) => {
  const a = pick(random, 0, wallet.length - 1);
  const b = pick(random, a + 1, wallet.length);
  const changed = [...wallet];
  [changed[a], changed[b]] = [wallet[b] as StoredEvent, wallet[a] as StoredEvent];
  return { kind: 'reorder', wallet: renumbered(changed), bad: a, from: a };
};

const rewrite: Tamper = (wallet, random) => {
  const at = pick(random, 0, wallet.length);
  const time = new Date(Date.parse(dataOf(wallet[at] as StoredEvent).at) - 86_400_000).toISOString();
  const changed = wallet.map((event, index) =>
    index === at ? { ...withData(event, { at: time }), metadata: { ...event.metadata, at: time } } : event,
  );
  const ownerId = ownerOf(wallet[0] as StoredEvent);
  return { kind: 'rewrite with rehash', wallet: rehashed(changed, ownerId), bad: null, from: at };
};

/** Adds an unpaid purchase to a history that stays consistent. */
const enrich: Tamper = (wallet, random) => {
  const at = pick(random, 1, wallet.length);
  const entry = forged(wallet, at, '', random);
  const grown = renumbered([...wallet.slice(0, at), entry, ...wallet.slice(at)]);
  const ownerId = ownerOf(wallet[0] as StoredEvent);
  return { kind: 'insert with rehash', wallet: rehashed(grown, ownerId), bad: null, from: at };
};

const truncate: Tamper = (wallet, random) => {
  const left = pick(random, 0, wallet.length);
  return { kind: 'truncate', wallet: wallet.slice(0, left), bad: null, from: left };
};

export const TAMPERINGS: readonly Tamper[] = [
  flip,
  flip,
  flipType,
  flipMetadata,
  remove,
  removeAndRenumber,
  insert,
  insertLinked,
  reorder,
  rewrite,
  enrich,
  truncate,
];
