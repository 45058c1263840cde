import styled from '@emotion/styled';
import { DOT_TITLES, dotColour, WORKSPACE_TABS, type Project, type WorkspaceTab } from '@storyreel/contracts';
import { useOpenProject } from '../../domains/projects/useOpenProject';
import { StatusDot, Tabs, TabsContent, TabsList, TabsTrigger, tokens } from '../../ui';
import { preloadTab, TabPanel } from './TabPanel';
import { useTabScroll } from './useTabScroll';

const TAB_NAMES: Record<WorkspaceTab, string> = {
  settings: 'Settings',
  story: 'Story',
  scenes: 'Scenes',
  build: 'Build',
  board: 'Board',
  audio: 'Audio',
  create: 'Create',
  publish: 'Publish',
};

const StickyList = styled(TabsList)`
  position: sticky;
  top: 56px;
  z-index: 12;
  background: ${tokens.surface0};
`;

const isTab = (value: string): value is WorkspaceTab => WORKSPACE_TABS.some((tab) => tab === value);

export function WorkspaceTabs({ project, tab }: { project: Project; tab: WorkspaceTab }) {
  const { setTab } = useOpenProject();
  const bar = useTabScroll(tab);
  return (
    <Tabs value={tab} onValueChange={(value) => isTab(value) && setTab(value)}>
      <StickyList ref={bar} aria-label="Parts of the project">
        {WORKSPACE_TABS.map((name) => {
          const colour = dotColour(name, project);
          return (
            <TabsTrigger
              key={name}
              value={name}
              title={name === 'settings' ? 'Continuity Details' : undefined}
              onPointerEnter={() => preloadTab(name)}
            >
              {TAB_NAMES[name]}
              <StatusDot colour={colour} title={DOT_TITLES[colour]} />
            </TabsTrigger>
          );
        })}
      </StickyList>
      <TabsContent value={tab}>
        <TabPanel project={project} tab={tab} />
      </TabsContent>
    </Tabs>
  );
}
