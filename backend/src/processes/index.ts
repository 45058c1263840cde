import { closePaidWorkProcess } from './close-paid-work.process';
import { expireReservationProcess } from './expire-reservation.process';

export { ProcessesModule } from './processes.module';
export const crossDomainProcesses = [closePaidWorkProcess, expireReservationProcess];
