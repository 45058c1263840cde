import { QueryClient } from '@tanstack/react-query';
import { onPush, sharingKeys } from './api';

const PROJECT = '11111111-1111-4111-8111-111111111111';

describe('the links of a project', () => {
  const readAgainAfter = (message: Parameters<typeof onPush>[0]): boolean | undefined => {
    const queryClient = new QueryClient();
    queryClient.setQueryData(sharingKeys.inProject(PROJECT), []);
    onPush(message, queryClient);
    return queryClient.getQueryState(sharingKeys.inProject(PROJECT))?.isInvalidated;
  };

  it('are read again when they change, and not with every other change of their project', () => {
    const position = '1';
    expect(readAgainAfter({ type: 'linksChanged', projectId: PROJECT, position })).toBe(true);
    expect(readAgainAfter({ type: 'projectsChanged', projectIds: [PROJECT], position })).toBe(false);
    expect(readAgainAfter({ type: 'linksChanged', projectId: 'another', position })).toBe(false);
  });
});
