import { styleListView, stylesPushRule } from './style-list.view';

export { attributesOfStyle, styleAggregate } from './style';
export { StylesModule } from './styles.module';

export const stylesViews = [styleListView] as const;
export const stylesPushRules = [stylesPushRule];
