import type { AnyView } from '../platform/views/view';
import { styleListView } from './style-list.view';
import { stylesPushRule } from './styles.push';

export { styleAggregate } from './style';
export { StyleQueries } from './style-queries';
export { StylesModule } from './styles.module';

export const stylesViews = [styleListView] as unknown as AnyView[];
export const stylesPushRules = [stylesPushRule];
