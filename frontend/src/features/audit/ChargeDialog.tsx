import styled from '@emotion/styled';
import type { Charge } from '@storyreel/contracts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { hasStatus } from '../../platform/http/api-client';
import {
  Badge,
  Button,
  CopyText,
  Dialog,
  EmptyState,
  mobile,
  Row,
  Skeleton,
  space,
  Stack,
  tokens,
  Unreadable,
  VisuallyHidden,
} from '../../ui';
import { MadeAssets } from '../pictures/media/MadeAssets';
import { formatUsd, formatZaps, isCostKnown, zapsInWords } from '../zaps/format';
import { ChargePath } from './ChargePath';
import { useAuditAddress } from './address';
import { useCharge } from './api';
import type { Asker } from './api';
import { outcomeOf, paidInWords, personOf, projectName } from './words';

const Halves = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: ${space(8)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(6)};
  }
`;
const Heading = styled.h3`
  margin-bottom: ${space(3)};
  font-size: ${tokens.body};
  font-weight: 600;
`;
const Sum = styled.p`
  font-size: ${tokens.heading2};
  font-weight: 650;
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.02em;
`;
const Quiet = styled.p`
  color: ${tokens.text2};
  overflow-wrap: anywhere;
`;
const Facts = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: 0 ${space(4)};
  & dt {
    color: ${tokens.text3};
    font-size: ${tokens.caption};
  }
  & dd {
    min-width: 0;
    min-height: 32px;
    display: flex;
    align-items: center;
  }
`;

interface ChargeDetailsProps {
  charge: Charge;
  asker: Asker;
  /** A link to the run that the zaps paid for. */
  runLink?: ReactNode;
}

/** Explains a charge: the flow of its zaps on the left, the work that the zaps paid for on the right. */
function ChargeDetails({ charge, asker, runLink }: ChargeDetailsProps) {
  const { description, charged, spent, refunded, usd, paid, provider, project, sceneTitle, user, assets } = charge;
  const outcome = outcomeOf(charge);
  const place = [project && projectName(project), sceneTitle].filter(Boolean).join(' · ');
  return (
    <Stack gap={6}>
      <div>
        <Row gap={3}>
          <Sum>{zapsInWords(charged)}</Sum>
          <Badge tone={outcome.tone}>{outcome.word}</Badge>
        </Row>
        <Quiet>
          {description}
          {place && ` · ${place}`}
        </Quiet>
        {asker === 'finance' && <Quiet>{personOf(user)}</Quiet>}
        {refunded > 0 && (
          <Quiet>
            {zapsInWords(spent)} settled, {formatZaps(refunded)} refunded
          </Quiet>
        )}
        {usd !== null && (
          <Quiet>
            {isCostKnown({ provider, usd })
              ? `The provider charged ${formatUsd(usd)}`
              : 'The cost at the provider is not known: it counts as $0.'}
          </Quiet>
        )}
        {paid && <Quiet>{paidInWords(paid)}</Quiet>}
      </div>
      <Halves>
        <section>
          <Heading>What happened</Heading>
          <ChargePath charge={charge} />
        </section>
        <Stack gap={6}>
          <section>
            <Heading>What it paid for</Heading>
            {assets.length > 0 ? (
              <MadeAssets assets={assets} label="What it paid for" />
            ) : (
              <Quiet>
                {charge.state === 'released'
                  ? 'Nothing was made.'
                  : 'No image, clip or film; see the description above.'}
              </Quiet>
            )}
          </section>
          <Identifiers charge={charge} runLink={runLink} />
        </Stack>
      </Halves>
    </Stack>
  );
}

function Identifiers({ charge: { holdId, jobId, user, steps }, runLink }: Omit<ChargeDetailsProps, 'asker'>) {
  const last = steps.at(-1);
  const ids = [
    ['Charge ID', holdId],
    ['Run ID', jobId],
    ['Person ID', user.id],
    ...(last ? [['Entry hash', last.hash] as const] : []),
  ] as const;
  return (
    <section>
      <Heading>IDs</Heading>
      <Facts>
        {ids
          .filter(([, id]) => id !== '')
          .map(([name, id]) => [
            <dt key={name}>{name}</dt>,
            <dd key={`${name} value`}>
              <CopyText what={name} text={id} />
            </dd>,
          ])}
      </Facts>
      {runLink}
    </section>
  );
}

interface ChargeDialogProps {
  /** Id of the open charge; null while none is open. */
  holdId: string | null;
  asker: Asker;
  onClose: () => void;
  /** Actions on the charge, shown at the bottom. */
  actions?: (charge: Charge) => ReactNode;
  /** A link to the run that the zaps paid for. */
  runLink?: (charge: Charge) => ReactNode;
}

/** Explains a charge in a dialog over the list it was opened from. */
export function ChargeDialog({ holdId, ...rest }: ChargeDialogProps) {
  // Keeps the charge rendered during the closing animation.
  const [shown, setShown] = useState(holdId);
  if (holdId !== null && holdId !== shown) setShown(holdId);
  if (shown === null) return null;
  return <OpenCharge key={shown} {...rest} holdId={shown} open={holdId !== null} />;
}

function OpenCharge({
  holdId,
  asker,
  open,
  onClose,
  actions,
  runLink,
}: ChargeDialogProps & { holdId: string; open: boolean }) {
  const { data: charge, error, refetch } = useCharge(asker, holdId);
  const title = asker === 'finance' ? 'Why they were charged' : 'Why was I charged?';
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title={title}
      size="large"
      footer={
        <>
          {charge && actions?.(charge)}
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      {charge ? (
        <ChargeDetails charge={charge} asker={asker} runLink={runLink?.(charge)} />
      ) : hasStatus(error, 400, 404) ? (
        <EmptyState
          level={3}
          drawing="compass"
          title="Charge not found"
          line="The link may be incomplete, or the entry isn't for paid work."
        />
      ) : error ? (
        <Unreadable level={3} what="this charge" retry={refetch} />
      ) : (
        <Stack gap={3} role="status" aria-busy="true">
          <VisuallyHidden>Loading</VisuallyHidden>
          <Skeleton width="160px" height="32px" />
          <Skeleton width="280px" height="20px" />
          <Skeleton height="360px" radius="12px" />
        </Stack>
      )}
    </Dialog>
  );
}

const Words = styled(Link)`
  font-weight: 550;
  text-decoration-color: ${tokens.lineStrong};
  text-underline-offset: 3px;
` as typeof Link;

/** Opens a charge in a dialog over the current view. */
export function ChargeLink({ holdId, children }: { holdId: string; children: string }) {
  const { search } = useAuditAddress();
  return (
    <Words to="/audit" search={{ ...search, charge: holdId }} resetScroll={false}>
      {children}
    </Words>
  );
}
