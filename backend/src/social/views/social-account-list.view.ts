import type { SocialAccount } from '@storyreel/contracts';
import { entityOf, type View } from '../../platform/views/view';
import { SOCIAL_ACCOUNT_EVENT_TYPES, type SocialAccountEvent } from '../domain/social-accounts';

export interface SocialAccountRow extends SocialAccount {
  ownerId: string;
}

/** The accounts that a user has connected. */
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

export const socialAccountEntity = entityOf(socialAccountListView);
