import type { ContentTemplate, SandboxPost, SocialAccount, SocialPost, TikTokCreator } from '@storyreel/contracts';
import { SEEDED_TEMPLATE } from '../social-fixtures';
import { notFound } from './refused';

interface Kept<Row> {
  row: Row;
  deleted: boolean;
}

/** A collection of records that can be deleted; some of them can be restored. */
class Shelf<Row extends { id: string }> {
  private kept: Kept<Row>[] = [];

  get live(): Row[] {
    return this.kept.filter(({ deleted }) => !deleted).map(({ row }) => row);
  }

  /** Replaces all records. */
  hold(rows: readonly Row[]): void {
    this.kept = rows.map((row) => ({ row, deleted: false }));
  }

  add(row: Row): Row {
    this.kept.push({ row, deleted: false });
    return row;
  }

  /** @throws Refused not_found */
  one(id: string | undefined): Row {
    return this.find(id, false).row;
  }

  /** @throws Refused not_found */
  change(id: string, part: Partial<Row>): Row {
    const kept = this.find(id, false);
    kept.row = { ...kept.row, ...part };
    return kept.row;
  }

  /** @throws Refused not_found */
  delete(id: string | undefined): { id: string } {
    const kept = this.find(id, false);
    kept.deleted = true;
    return { id: kept.row.id };
  }

  /** @throws Refused not_found */
  restore(id: string): Row {
    const kept = this.find(id);
    kept.deleted = false;
    return kept.row;
  }

  private find(id: string | undefined, deleted?: boolean): Kept<Row> {
    const found = this.kept.find(
      ({ row, deleted: gone }) => row.id === id && (deleted === undefined || gone === deleted),
    );
    if (!found) throw notFound();
    return found;
  }
}

/** One account's data for social posts. */
export class SocialData {
  readonly accounts = new Shelf<SocialAccount>();
  readonly posts = new Shelf<SocialPost>();
  readonly templates = new Shelf<ContentTemplate>();
  /** TikTok's facts about every connected TikTok account. */
  creator: TikTokCreator = {
    nickname: 'Gull Point',
    privacyLevels: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    ...{ commentsOff: false, duetsOff: false, stitchesOff: true },
    longestSeconds: 300,
    isAudited: true,
  };
  /** Posts that the sandbox received, newest first. */
  readonly sandboxPosts: SandboxPost[] = [];

  constructor() {
    this.templates.hold([SEEDED_TEMPLATE]);
  }
}
