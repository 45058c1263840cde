import { decideReturnRequestSchema, decideReturnResponseSchema } from '@storyreel/contracts';
import type { DecideReturnRequest, PurchaseReturn } from '@storyreel/contracts';
import { type SubmitEvent, useId, useState } from 'react';
import { refreshBelow } from '../../platform/cache/query-client';
import { reasonOf } from '../../platform/http/failures';
import { postOnce } from '../../platform/http/idempotency-keys';
import {
  Badge,
  Button,
  type Column,
  DataTable,
  Dialog,
  Field,
  Moment,
  Row,
  Stack,
  Textarea,
  useCommand,
} from '../../ui';
import { useUser } from '../account/api';
import { zapsInWords } from '../zaps/format';
import { AUDIT, usePurchaseReturns } from './api';
import { MoreRows } from './MoreRows';
import { moneyOf, personOf } from './words';

type Answer = DecideReturnRequest['answer'];

const STATES = {
  open: { word: 'To decide', tone: 'danger' },
  owed: { word: 'Zaps owed', tone: 'danger' },
  disputed: { word: 'Disputed', tone: 'warning' },
  decided: { word: 'Decided', tone: 'neutral' },
  closed: { word: 'Payment kept', tone: 'positive' },
} as const;

/** Sends a decision, which takes effect only once even if it is sent again. */
const useDecision = ({ id, returned }: PurchaseReturn) =>
  useCommand({
    run: (decision: Pick<DecideReturnRequest, 'answer' | 'reason'>) => {
      const body = { ...decision, returned };
      return postOnce(`return/${id}`, `${AUDIT}/returns/${id}/decide`, body, { schema: decideReturnResponseSchema });
    },
    success: ({ answer, zaps, lost }) => {
      const rest = lost > 0 ? ` ${zapsInWords(lost)} had been spent.` : '';
      return {
        left: { title: 'Zaps kept', description: 'The buyer keeps the zaps.' },
        taken_back: { title: 'Zaps taken back', description: `${zapsInWords(zaps)} left the wallet.${rest}` },
        given_back: { title: 'Zaps returned', description: `${zapsInWords(zaps)} are in the wallet again.` },
      }[answer];
    },
    refresh: (queryClient) => refreshBelow(queryClient, AUDIT),
  });

/** Returns the amount of money that decisions cover, minus the part that was given back. */
const decidedAmount = ({ decisions }: PurchaseReturn): number =>
  decisions.reduce((sum, { answer, amount }) => (answer === 'given_back' ? sum - amount : sum + amount), 0);

/** Describes how much money was returned, and how many of the zaps bought with it the buyer still has. */
function questionOf(shown: PurchaseReturn): string {
  const { state, due, paid, returned, currency, zaps, dueZaps, leftZaps, owedZaps, disputed } = shown;
  const decided = decidedAmount(shown);
  const money = (amount: number): string => moneyOf({ amount, currency });
  const purchase = `${money(paid)} for ${zapsInWords(zaps)}`;
  switch (state) {
    case 'open':
      return `${money(due)} of ${purchase} were returned. The buyer still has ${leftZaps} of ${zapsInWords(dueZaps)}.`;
    case 'owed':
      return `${money(decided - returned)} of ${purchase} came back: the refund failed after the zaps were taken. The buyer is owed ${zapsInWords(owedZaps)}.`;
    case 'disputed':
      return `${money(disputed)} of ${purchase} are disputed. The zaps stay until the bank has decided.`;
    case 'decided': {
      const came = decided > returned ? ` ${money(decided - returned)} came back after the decision.` : '';
      return `${money(decided)} of ${purchase} were returned.${came}`;
    }
    case 'closed':
      return `${purchase}: the dispute was won, or the refund failed. Nothing is left to decide.`;
  }
}

function Decisions({ shown: { currency, decisions } }: { shown: PurchaseReturn }) {
  return decisions.map(({ id, answer, amount, zaps, dueZaps, reason, by, at }) => (
    <small key={id}>
      {
        {
          left: `${zapsInWords(dueZaps)} left with the buyer`,
          taken_back: `${zapsInWords(zaps)} taken back${dueZaps > zaps ? `, ${zapsInWords(dueZaps - zaps)} lost` : ''}`,
          given_back: `${zapsInWords(zaps)} returned to the buyer`,
        }[answer]
      }
      {` for ${moneyOf({ amount, currency })}, by ${personOf(by)}, `}
      <Moment at={at} />: {reason}
    </small>
  ));
}

function Decide({ shown }: { shown: PurchaseReturn }) {
  const { data: user } = useUser();
  const [answer, setAnswer] = useState<Answer | null>(null);
  if (shown.state !== 'open' && shown.state !== 'owed') return null;
  if (user?.id === shown.user.id) return <small>Someone else in finance has to decide about your purchase.</small>;
  return (
    <>
      <Row gap={2}>
        {shown.state === 'owed' ? (
          <Button size="small" variant="primary" onClick={() => setAnswer('given_back')}>
            Return {shown.owedZaps} {shown.owedZaps === 1 ? 'Zap' : 'Zaps'}…
          </Button>
        ) : (
          <>
            <Button size="small" variant="primary" onClick={() => setAnswer('taken_back')}>
              Take Back {shown.leftZaps} {shown.leftZaps === 1 ? 'Zap' : 'Zaps'}…
            </Button>
            <Button size="small" onClick={() => setAnswer('left')}>
              Let Buyer Keep Them…
            </Button>
          </>
        )}
      </Row>
      {answer && <DecisionDialog shown={shown} answer={answer} onClose={() => setAnswer(null)} />}
    </>
  );
}

function wordsOf({
  dueZaps,
  leftZaps,
  owedZaps,
  user,
}: PurchaseReturn): Record<Answer, { title: string; says: string; button: string }> {
  const lost = dueZaps > leftZaps ? ` ${zapsInWords(dueZaps - leftZaps)} were spent and are recorded as a loss.` : '';
  const buyer = personOf(user);
  return {
    taken_back: {
      title: 'Take back these zaps',
      says: `${zapsInWords(leftZaps)} leave the wallet of ${buyer}.${lost}`,
      button: 'Take Back',
    },
    left: {
      title: 'Let the buyer keep these zaps',
      says: `${buyer} keeps the zaps, although the money was returned.`,
      button: 'Let Buyer Keep Them',
    },
    given_back: {
      title: 'Return these zaps',
      says: `${zapsInWords(owedZaps)} go back into the wallet of ${buyer}, since the money of the purchase came back.`,
      button: 'Return Zaps',
    },
  };
}

function DecisionDialog({ shown, answer, onClose }: { shown: PurchaseReturn; answer: Answer; onClose: () => void }) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const { mutate, isPending, error } = useDecision(shown);
  const isValid = decideReturnRequestSchema.shape.reason.safeParse(reason.trim()).success;
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (isValid && !isPending) mutate({ answer, reason: reason.trim() }, { onSuccess: onClose });
  }
  const words = wordsOf(shown)[answer];
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={words.title}
      description={words.says}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={isPending}>
            {words.button}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field
          label="Reason"
          hint="Recorded in the ledger."
          error={wasSent && !isValid ? 'Enter a reason of at least 3 characters.' : undefined}
        >
          {(ids) => (
            <Textarea
              {...ids}
              rows={3}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {error && (
          <p role="alert">
            {reasonOf(error) ?? 'No response came. Send it again: the decision takes effect only once.'}
          </p>
        )}
      </form>
    </Dialog>
  );
}

const COLUMNS: Column<PurchaseReturn>[] = [
  {
    head: 'Purchase',
    cell: (shown) => (
      <>
        <Badge tone={STATES[shown.state].tone}>{STATES[shown.state].word}</Badge> {questionOf(shown)}
        <Decisions shown={shown} />
        <small className="narrow">{personOf(shown.user)}</small>
        <Decide shown={shown} />
      </>
    ),
  },
  { head: 'Buyer', cell: ({ user }) => personOf(user), only: 'wide' },
  { head: 'Payment ID', cell: ({ paymentId }) => paymentId, only: 'wide', quiet: true },
  { head: 'Changed', cell: ({ changedAt }) => <Moment at={changedAt} />, only: 'wide', quiet: true },
];

/** Lists purchases whose money was returned, and asks for a decision about the zaps of each. */
export function PurchaseReturns() {
  const list = usePurchaseReturns();
  if (!list.data?.length) return null;
  return (
    <Stack gap={3}>
      <h2>Zaps of returned purchases</h2>
      <DataTable label="Returned purchases" columns={COLUMNS} rows={list.data} keyOf={({ id }) => id} />
      <MoreRows shown={list.data.length} one="purchase" many="purchases" list={list} />
    </Stack>
  );
}
