import { styleListView, stylesPushRule } from './style-list.view';

export { AddReadyMadeStyle, AddStyle, attributesOfStyle, readyMadeStyleId, styleAggregate } from './style';
export type { StyleContent } from './style';
export { styleListView } from './style-list.view';
export { StylesModule } from './styles.module';

export const stylesViews = [styleListView] as const;
export const stylesPushRules = [stylesPushRule];
