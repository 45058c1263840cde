import styled from '@emotion/styled';
import { BookOpen, Globe, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, mobile, space, tokens } from '../../ui';
import { Screen } from '../../ui/Screen';
import { CurrentProject } from '../projects/CurrentProject';
import { useOpenProject } from '../projects/useOpenProject';
import { ChatCard } from './ChatCard';

const Head = styled.h2`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  font-size: 1rem;
  & svg {
    color: ${tokens.text2};
  }
`;
const Words = styled.p`
  margin-top: ${space(2)};
  color: ${tokens.text2};
`;

export interface InfoCardProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

/** Suggests a topic to ask about. */
export function InfoCard({ icon, title, children }: InfoCardProps) {
  return (
    <Card>
      <Head>
        {icon}
        {title}
      </Head>
      <Words>{children}</Words>
    </Card>
  );
}

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space(4)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(3)};
  }
`;

/** The screen for research on a story: background topics, and a chat for questions about them. */
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
