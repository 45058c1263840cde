import { STUCK_AT_ATTEMPT } from '../processes/dead-jobs';

/** Heard when something got stuck, was tried again, or is stuck no more. */
export const STUCK_CHANNEL = 'stuck_work';

const TABLES: readonly { table: string; events: string; when?: string }[] = [
  { table: 'parked_reactions', events: 'insert or update or delete' },
  { table: 'parked_events', events: 'insert or update or delete' },
  { table: 'view_checkpoints', events: 'update', when: 'old.stopped_at is distinct from new.stopped_at' },
  { table: 'jobs', events: 'update', when: `(old.state = 'dead') <> (new.state = 'dead')` },
  { table: 'jobs', events: 'delete', when: `old.state = 'dead'` },
  // One that is tried again and again is stuck from a number of tries on, until it is done.
  {
    table: 'jobs',
    events: 'update of attempts',
    when: `(old.attempts >= ${STUCK_AT_ATTEMPT}) <> (new.attempts >= ${STUCK_AT_ATTEMPT})`,
  },
  { table: 'jobs', events: 'update of state', when: `old.attempts >= ${STUCK_AT_ATTEMPT} and new.state = 'done'` },
];

const trigger = ({ table, events, when = 'true' }: (typeof TABLES)[number]): string => {
  const name = `tell_stuck_${events.replaceAll(' ', '_')}`;
  return `
do $$ begin
  if not exists (select from pg_trigger where tgname = '${name}' and tgrelid = 'platform.${table}'::regclass)
  then create trigger ${name} after ${events} on platform.${table}
       for each row when (${when}) execute function platform.tell_stuck(); end if;
end $$;`;
};

/** By triggers, since the tables have many writers: views, processes and jobs of all nodes, and tools. */
export const STUCK_STATEMENTS = `
create or replace function platform.tell_stuck() returns trigger language plpgsql as $$
begin
  perform pg_notify('${STUCK_CHANNEL}', '');
  return null;
end $$;
${TABLES.map(trigger).join('')}`;
