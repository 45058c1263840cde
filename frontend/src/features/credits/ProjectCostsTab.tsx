import styled from '@emotion/styled';
import type { CostTotal } from '@storyreel/contracts';
import type { ReactNode } from 'react';
import { Card, ListState, space, Stack, Table, tokens, Unreadable } from '../../ui';
import { useAllProjectCosts } from '../zaps/api';
import type { NamedProjectCosts } from '../zaps/api';
import { formatAmount, formatDollars, readable } from '../zaps/format';

export interface CostTableProps {
  label: string;
  /** Headings of the text columns, which come before the columns of amounts. */
  words: readonly string[];
  amounts: readonly string[];
  children: ReactNode;
}
function CostTable({ label, words, amounts, children }: CostTableProps) {
  const head = (className?: string) => (title: string) => (
    <th key={title} scope="col" className={className}>
      {title}
    </th>
  );
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          {words.map(head())}
          {amounts.map(head('amount'))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  );
}

const DECIMALS = 2;
const zaps = (amount: number): string => `${formatAmount(amount, DECIMALS)} zaps`;
const dollars = (amount: number): string => formatDollars(amount, DECIMALS);

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(2)};
  margin-bottom: ${space(2)};
  font-variant-numeric: tabular-nums;
  & h3 {
    font-size: ${tokens.heading3};
    overflow-wrap: anywhere;
  }
`;
const Nothing = styled.p`
  color: ${tokens.text3};
`;

/** Flattens a breakdown into lines of category, operation and total. */
const linesOf = (costs: NamedProjectCosts): { category: string; operation: string; total: CostTotal }[] =>
  Object.entries(costs.breakdown).flatMap(([category, operations]) =>
    Object.entries(operations).map(([operation, total]) => ({ category, operation, total })),
  );

export function ProjectCostsTab() {
  const { data, isPending, isError, missing, retry } = useAllProjectCosts();
  return (
    <ListState
      isPending={isPending}
      isError={isError}
      isEmpty={data.length === 0}
      empty={{ title: 'No project costs yet', line: 'Project costs will appear here.' }}
      what="the costs"
      retry={retry}
    >
      <Stack gap={4}>
        {data.map((costs) => (
          <ProjectCostCard key={costs.projectId} costs={costs} />
        ))}
        {missing > 0 && (
          <Unreadable
            level={3}
            what={missing === 1 ? 'the costs of 1 project' : `the costs of ${missing} projects`}
            retry={retry}
          />
        )}
      </Stack>
    </ListState>
  );
}

function ProjectCostCard({ costs }: { costs: NamedProjectCosts }) {
  const lines = linesOf(costs);
  return (
    <Card aria-label={costs.projectName}>
      <Head>
        <h3>{costs.projectName}</h3>
        <span>
          {zaps(costs.totalZaps)} · {dollars(costs.totalZaps)}
        </span>
      </Head>
      {lines.length === 0 ? (
        <Nothing>Nothing spent on this project yet.</Nothing>
      ) : (
        <CostTable
          label={`Costs of ${costs.projectName}`}
          words={['Category', 'Operation']}
          amounts={['Count', 'Zaps', 'Dollars']}
        >
          {lines.map(({ category, operation, total }) => (
            <tr key={`${category}/${operation}`}>
              <td>{readable(category)}</td>
              <td>{readable(operation)}</td>
              <td className="amount">{total.count}</td>
              <td className="amount">{formatAmount(total.totalZaps, DECIMALS)}</td>
              <td className="amount">{dollars(total.totalZaps)}</td>
            </tr>
          ))}
        </CostTable>
      )}
    </Card>
  );
}
