import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { Columns2 } from 'lucide-react';
import { useState } from 'react';
import { Button, mobile, Select, space, tokens } from '../../ui';
import { lateDialog } from '../../ui/late';
import { useOpenProject } from '../projects/useOpenProject';
import { useFamily } from './alternatives';

const Comparison = lateDialog(
  async () => (await import('./Comparison')).default,
  ({ onClose }) => onClose(),
);

const Frame = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  margin-bottom: ${space(4)};
  padding: ${space(2)} ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface2};
  & > p {
    flex: 1 1 220px;
    min-width: 0;
    color: ${tokens.text2};
    overflow-wrap: anywhere;
  }
  ${mobile} {
    padding: ${space(3)};
    & > div {
      flex: 1 1 auto;
    }
  }
`;

const nameOf = ({ title }: { title: string }): string => title.trim() || 'Untitled Project';

/** Shows which alternative of a project is open, and links to the others; renders nothing if there are none. */
export function AlternativesBar({ project }: { project: Project }) {
  const family = useFamily(project);
  const { open, tab } = useOpenProject();
  const [compares, setCompares] = useState(false);
  if (!family) return null;
  const { first, alternatives } = family;
  const isFirst = project.id === first.id;
  const options = [
    { value: first.id, label: `${nameOf(first)} (First)` },
    ...alternatives.map((one) => ({ value: one.id, label: nameOf(one) })),
  ];
  const shown = isFirst ? alternatives.at(-1) : project;
  return (
    <Frame role="group" aria-label="Alternatives">
      <p dir="auto">
        {isFirst
          ? alternatives.length === 1
            ? 'This project has an alternative.'
            : `This project has ${alternatives.length} alternatives.`
          : `You are in an alternative of “${nameOf(first)}”. Changes here do not affect it.`}
      </p>
      <Select ariaLabel="Open alternative" value={project.id} options={options} onValueChange={(id) => open(id, tab)} />
      <Button icon={<Columns2 size={16} aria-hidden />} onClick={() => setCompares(true)}>
        Compare
      </Button>
      {compares && shown && (
        <Comparison alternativeId={shown.id} alternatives={alternatives} onClose={() => setCompares(false)} />
      )}
    </Frame>
  );
}
