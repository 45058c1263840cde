import styled from '@emotion/styled';
import type { PerformanceQuery, PerformanceRow } from '@storyreel/contracts';
import { useState } from 'react';
import { Badge, type Column, DataTable, ListState, Row, space, TitledCard, ToggleGroup, tokens } from '../../../ui';
import { formatAmount, formatCount } from '../../zaps/format';
import { usePerformance } from '../api';
import { viewsInWords } from './PostStatistics';

type By = PerformanceQuery['by'];
const CHOICES: readonly { value: By; label: string }[] = [
  { value: 'project', label: 'Project' },
  { value: 'style', label: 'Style' },
  { value: 'model', label: 'Model' },
];
const NAMELESS: Record<By, string> = { project: 'No project', style: 'No style', model: 'Work without a model' };
/** Notes by grouping. A post's views that cannot be divided between several rows count in full in each. */
const NOTES: Record<By, string> = {
  project: 'Zaps spent on a project, for each 1,000 views of its published posts.',
  style: 'Zaps spent on the projects that have the style now, for each 1,000 views of their posts.',
  model: 'Zaps spent on the model alone, for each 1,000 views of the projects that it worked on.',
};

const Note = styled.p`
  margin: ${space(3)} 0;
  color: ${tokens.text2};
`;

const DECIMALS = 2;

const columnsOf = (by: By): readonly Column<PerformanceRow>[] => [
  {
    head: CHOICES.find(({ value }) => value === by)?.label ?? '',
    cell: ({ key, label, sandbox, views }) => (
      <>
        <Row as="span" gap={2}>
          <span dir="auto">{key === '' ? NAMELESS[by] : label}</span>
          {sandbox && <Badge>Sandbox</Badge>}
        </Row>
        <small className="narrow">{viewsInWords(views)}</small>
      </>
    ),
  },
  { head: 'Posts', amount: true, only: 'wide', cell: ({ posts }) => formatCount(posts) },
  { head: 'Views', amount: true, only: 'wide', cell: ({ views }) => formatCount(views) },
  { head: 'Zaps', amount: true, only: 'wide', cell: ({ zaps }) => formatAmount(zaps, DECIMALS) },
  {
    head: 'Zaps per 1,000 Views',
    amount: true,
    cell: ({ zapsPer1000Views }) => (zapsPer1000Views === null ? '–' : formatAmount(zapsPer1000Views, DECIMALS)),
  },
];

/** Shows what the views of published posts cost. */
export function PerformanceCard() {
  const [by, setBy] = useState<By>('project');
  const { data: rows = [], isPending, isError, refetch } = usePerformance(by);
  return (
    <TitledCard title="Performance">
      <ToggleGroup ariaLabel="Group performance by" value={by} onValueChange={setBy} options={CHOICES} />
      <Note>{NOTES[by]}</Note>
      <ListState
        isPending={isPending}
        isError={isError && rows.length === 0}
        isEmpty={rows.length === 0}
        empty={{
          title: 'No views yet',
          line: 'Views of posts about a project appear here a day after they are published.',
        }}
        what="the performance of your posts"
        retry={refetch}
      >
        <DataTable
          label={`Performance by ${by}`}
          columns={columnsOf(by)}
          rows={rows}
          keyOf={({ key, sandbox }) => `${key}/${sandbox}`}
        />
      </ListState>
    </TitledCard>
  );
}
