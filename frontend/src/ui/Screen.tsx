import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../platform/useDocumentTitle';
import { mobile, Row, space, tokens } from '.';

const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(6)};
  padding: ${space(8)} ${tokens.gutter} ${space(16)};
  ${mobile} {
    gap: ${space(4)};
    padding-top: ${space(5)};
  }
`;
const Head = styled.div`
  display: flex;
  align-items: flex-end;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: ${space(4)};
`;
const Title = styled.h1`
  font-size: ${tokens.heading2};
  overflow-wrap: anywhere;
`;
const Subtitle = styled.div`
  margin-top: ${space(1)};
  color: ${tokens.text2};
`;

export interface ScreenProps {
  title: string;
  subtitle?: ReactNode;
  /** Content to the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}
/** The frame of a screen: its heading, which is also the document's title, and its content. */
export function Screen({ title, subtitle, actions, children }: ScreenProps) {
  useDocumentTitle(title);
  return (
    <Page>
      <Head>
        <div>
          <Title>{title}</Title>
          {subtitle && <Subtitle>{subtitle}</Subtitle>}
        </div>
        {actions && <Row gap={2}>{actions}</Row>}
      </Head>
      {children}
    </Page>
  );
}
