import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { Card, space, tokens } from '../../ui';

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

/** Says what can be asked about. */
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
