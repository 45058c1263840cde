import styled from '@emotion/styled';
import { Skeleton, space, tokens, VisuallyHidden } from '../../ui';
import { Frame, Words } from './project-card-styles';
import { CardGrid, type ProjectView } from './ProjectSection';

const Rows = styled.div`
  display: grid;
  gap: 1px;
`;
const Waiting = styled.div`
  display: grid;
  gap: ${space(3)};
`;

/** As large as the projects that come. */
export function DashboardSkeleton({ view }: { view: ProjectView }) {
  return (
    <Waiting role="status" aria-busy="true">
      <VisuallyHidden>Loading projects</VisuallyHidden>
      <Skeleton width="200px" height="22px" />
      {view === 'list' ? (
        <Rows>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} height="44px" radius={tokens.radiusSmall} />
          ))}
        </Rows>
      ) : (
        <CardGrid>
          {Array.from({ length: 6 }, (_, index) => (
            <Frame key={index} as="div" style={{ cursor: 'default' }}>
              <Skeleton aspectRatio="9 / 16" radius="0" />
              <Words>
                <Skeleton width="72px" height="22px" radius="11px" />
                <Skeleton width="80%" height="20px" />
                <Skeleton height="40px" />
              </Words>
            </Frame>
          ))}
        </CardGrid>
      )}
    </Waiting>
  );
}
