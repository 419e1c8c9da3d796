export { openTracing, sendInTrace, type Tracing, type TracingOptions } from './open-tracing.ts';
