import { Injectable } from '@nestjs/common';
import type { PageQuery, SignedHeadsSummary } from '@storyreel/contracts';
import { DataSource, LessThan } from 'typeorm';
import { z } from 'zod';
import { entityOf } from '../../eventsourcing/views/view';
import type { View } from '../../eventsourcing/views/view';
import { keyFrom, pageOf } from '../../infra/http/paging';
import type { Page } from '../../infra/http/paging';
import type { LedgerHeadsSigned } from './ledger-heads';

/** A signed day without its heads, which may be very many. */
export interface SignedHeadsRow {
  day: string;
  signedAt: string;
  position: string;
  wallets: number;
  hash: string;
  previousHash: string | null;
  signature: string;
  publicKey: string;
}

export const signedHeadsView: View<SignedHeadsRow, LedgerHeadsSigned> = {
  name: 'signed_heads',
  version: 1,
  columns: {
    day: { type: 'text' },
    signedAt: { type: 'text' },
    position: { type: 'text' },
    wallets: { type: 'integer' },
    hash: { type: 'text' },
    previousHash: { type: 'text', nullable: true },
    signature: { type: 'text' },
    publicKey: { type: 'text' },
  },
  key: 'day',
  types: ['LedgerHeadsSigned'],
  keys: ({ data }) => [data.day],
  evolve(_row, { data }) {
    const { day, signedAt, position, wallets, hash, previousHash, signature, publicKey } = data;
    return { day, signedAt, position, wallets, hash, previousHash, signature, publicKey };
  },
};

const signedHeadsEntity = entityOf(signedHeadsView);

const cursorShape = z.tuple([z.string()]);

@Injectable()
export class SignedHeadsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async list({ limit, cursor }: PageQuery): Promise<Page<SignedHeadsSummary>> {
    const where = cursor === undefined ? {} : { day: LessThan(keyFrom(cursor, cursorShape)[0]) };
    const rows = await this.dataSource
      .getRepository(signedHeadsEntity)
      .find({ where, order: { day: 'DESC' }, take: limit + 1 });
    return pageOf(rows, limit, ({ day }) => [day]);
  }
}
