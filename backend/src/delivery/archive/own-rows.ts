import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { ALL_VIEWS, columnName, tableName, VIEWS_SCHEMA } from '../../eventsourcing/views/view';
import type { AnyView } from '../../eventsourcing/views/view';

export type OwnRow = Readonly<Record<string, unknown>>;

/** Columns that name other people, such as those who granted, approved or viewed something. */
const OF_OTHERS = new Set(['madeBy', 'approvedBy', 'askedBy', 'decidedBy', 'decisions', 'readerId', 'others']);
/** Rows fetched at once; small, since one row may contain a whole story. */
const PAGE = 100;

const ownerOf = ({ columns }: AnyView): 'userId' | 'ownerId' | null =>
  'userId' in columns ? 'userId' : 'ownerId' in columns ? 'ownerId' : null;

/** Reads the rows that belong to a user, from every view whose rows name their owner. */
@Injectable()
export class OwnRows {
  constructor(
    @Inject(Pool) private readonly pool: Pick<Pool, 'query'>,
    @Inject(ALL_VIEWS) private readonly views: readonly AnyView[],
  ) {}

  /** Returns the names of the views that `of` can read. */
  get names(): string[] {
    return this.views.filter((view) => ownerOf(view) !== null).map(({ name }) => name);
  }

  /**
   * Reads a user's rows of one view page by page, so that no query stays open and memory use stays low.
   * @param order SQL expression that rows are ordered by, before their key; never null
   */
  async *of(name: string, userId: string, order: readonly string[] = []): AsyncGenerator<OwnRow, void> {
    const view = this.views.find((one) => one.name === name);
    const owner = view && ownerOf(view);
    if (!view || !owner) throw new Error(`The view ${name} does not say whose its rows are.`);
    const column = (property: string) => `"${columnName(view, property)}"`;
    const keys = [...order, column(view.key)];
    const shown = Object.keys(view.columns).filter((property) => !OF_OTHERS.has(property));
    const columns = shown.map((property) => `${column(property)} as "${property}"`);
    const places = keys.map((_, index) => `$${index + 2}`);
    const text = (behind: string) =>
      `select ${[...columns, ...keys.map((key, index) => `${key} as "_${index}"`)].join(', ')}
       from ${VIEWS_SCHEMA}.${tableName(view)} where ${column(owner)} = $1 ${behind}
       order by ${keys.join(', ')} limit ${PAGE}`;
    for (let last: OwnRow | undefined; ;) {
      const after = last;
      const { rows } = after
        ? await this.pool.query<OwnRow>(text(`and (${keys.join(', ')}) > (${places.join(', ')})`), [
            userId,
            ...keys.map((_, index) => after[`_${index}`]),
          ])
        : await this.pool.query<OwnRow>(text(''), [userId]);
      for (const row of rows) yield Object.fromEntries(shown.map((property) => [property, row[property]]));
      last = rows.at(-1);
      if (rows.length < PAGE) return;
    }
  }
}
