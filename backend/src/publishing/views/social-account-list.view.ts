import { Injectable } from '@nestjs/common';
import type { SocialAccount } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { entityOf } from '../../eventsourcing/views/view';
import type { View } from '../../eventsourcing/views/view';
import { SOCIAL_ACCOUNT_EVENT_TYPES } from '../domain/social-account';
import type { SocialAccountEvent } from '../domain/social-account';

export interface SocialAccountRow extends SocialAccount {
  ownerId: string;
}

/** The connected accounts of users. */
export const socialAccountListView: View<SocialAccountRow, SocialAccountEvent> = {
  name: 'social_account_list',
  version: 1,
  key: 'id',
  columns: {
    id: { type: 'uuid' },
    ownerId: { type: 'uuid' },
    platform: { type: 'text' },
    accountName: { type: 'text' },
    accountId: { type: 'text' },
    isActive: { type: 'boolean' },
    kind: { type: 'text' },
    createdAt: { type: 'text' },
  },
  indexes: [['ownerId', 'createdAt']],
  types: SOCIAL_ACCOUNT_EVENT_TYPES,
  keys: (event) => [event.data.socialAccountId],
  evolve(row, event, id) {
    const { ownerId, at } = event.metadata;
    switch (event.type) {
      case 'SocialAccountConnected': {
        const { platform, accountName, accountId, kind } = event.data;
        const createdAt = row?.createdAt ?? at;
        return { id, ownerId, platform, accountName, accountId, kind, isActive: true, createdAt };
      }
      case 'SocialAccountRemoved':
        return null;
      case 'SocialAccountDeactivated':
        return row && { ...row, isActive: false };
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  },
};

const socialAccountEntity = entityOf(socialAccountListView);

@Injectable()
export class SocialAccountQueries {
  constructor(private readonly database: DataSource) {}

  /** Returns accounts in the order of connection. */
  async ofUser(ownerId: string): Promise<SocialAccount[]> {
    const rows = await this.database
      .getRepository(socialAccountEntity)
      .find({ where: { ownerId }, order: { createdAt: 'asc', id: 'asc' } });
    return rows.map(({ ownerId: _, ...account }) => account);
  }
}
