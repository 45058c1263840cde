import styled from '@emotion/styled';
import { BookOpen, Globe, Users } from 'lucide-react';
import { CurrentProject } from '../../domains/projects/CurrentProject';
import { useOpenProject } from '../../domains/projects/useOpenProject';
import { mobile, space } from '../../ui';
import { Screen } from '../../ui/Screen';
import { ChatCard } from './ChatCard';
import { InfoCard } from './InfoCard';

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space(4)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(3)};
  }
`;

/** What a story rests on, and somebody to ask about it. */
export function ResearchScreen() {
  const { projectId } = useOpenProject();
  return (
    <Screen title="Research" subtitle={<CurrentProject />}>
      <Cards>
        <InfoCard icon={<BookOpen size={20} aria-hidden />} title="Research Sources">
          Ask where your story says something: passages come with links to their scenes.
        </InfoCard>
        <InfoCard icon={<Users size={20} aria-hidden />} title="Character Notes">
          Ask who is in it, how they look and what they know.
        </InfoCard>
        <InfoCard icon={<Globe size={20} aria-hidden />} title="World Building">
          Ask where and when it takes place, and which things matter.
        </InfoCard>
      </Cards>
      <ChatCard key={projectId} projectId={projectId} />
    </Screen>
  );
}
