import { Skeleton, Stack, tokens, VisuallyHidden } from '../../ui';
import { Frame, Words } from './project-card-styles';
import { CardGrid, type ProjectView } from './ProjectSection';

/** As large as the projects that come. */
export function DashboardSkeleton({ view }: { view: ProjectView }) {
  return (
    <Stack gap={3} role="status" aria-busy="true">
      <VisuallyHidden>Loading projects</VisuallyHidden>
      <Skeleton width="200px" height="22px" />
      {view === 'list' ? (
        <Stack gap={0.25}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} height="44px" radius={tokens.radiusSmall} />
          ))}
        </Stack>
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
    </Stack>
  );
}
