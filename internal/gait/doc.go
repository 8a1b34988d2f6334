// Package gait animates walkers without clips: what a body does makes its pose.
package gait
