import styled from '@emotion/styled';
import { scenesLeftToday } from '../../domains/image-jobs/plan-words';
import { useBulkQuote } from '../../domains/image-jobs/queries';
import { tokens } from '../../ui';

const Line = styled.p`
  min-height: 20px;
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
`;

/** What the plan includes beside the balance, and what is left of it today. */
export function PlanLine() {
  const { data: quote } = useBulkQuote(true);
  return <Line>{quote && `Included images: ${scenesLeftToday(quote.remainingToday)}`}</Line>;
}
