import { expireReservationReactor } from './expire-reservation';
import { settleTextReactor } from './settle-text.reactor';

export { ProcessesModule } from './processes.module';
export const crossDomainReactors = [expireReservationReactor, settleTextReactor];
