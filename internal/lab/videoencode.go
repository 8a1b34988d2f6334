package lab

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"donorlab/internal/scene"
)

// EncodeCommand is the command by which ffmpeg makes an H.264 film with sound of
// a clip's folder, which plays anywhere.
func EncodeCommand(dir string, c *ClipReport, out string) []string {
	return []string{"ffmpeg", "-y", "-loglevel", "error", "-framerate", fmt.Sprint(c.FPS), "-i", filepath.Join(dir, c.Pictures), "-i", filepath.Join(dir, c.Sound),
		"-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "16", "-c:a", "aac", "-shortest", out}
}

// EncodeVideo makes DIR/AVATAR/CLIP.mp4 of every clip, by $FFMPEG or the ffmpeg of
// the PATH. The lab needs ffmpeg for nothing else.
func EncodeVideo(ctx context.Context, dir string, rep *VideoReport, r Report) error {
	program := os.Getenv("FFMPEG")
	if program == "" {
		var err error
		if program, err = exec.LookPath("ffmpeg"); err != nil {
			return &scene.Problem{Code: "NO_FFMPEG", Message: "there is no ffmpeg on the PATH; the pictures are all there", Remedy: "install ffmpeg, or set FFMPEG, and run it again"}
		}
	}
	for i := range rep.Clips {
		c := &rep.Clips[i]
		r.Say("Encoding "+c.Name, i, len(rep.Clips))
		out := filepath.Join(dir, rep.Avatar, c.Name+".mp4")
		// ffmpeg writes beside the film, so that a film is whole or not there.
		part := filepath.Join(dir, rep.Avatar, c.Name+".part.mp4")
		args := EncodeCommand(filepath.Join(dir, rep.Avatar, c.Name), c, part)
		said, err := exec.CommandContext(ctx, program, args[1:]...).CombinedOutput()
		if err == nil {
			err = os.Rename(part, out)
		}
		if err != nil {
			os.Remove(part) // what there is of it; often nothing
		}
		if ctx.Err() != nil {
			return cutShort(AsProblem(ctx.Err()), "the films in "+filepath.Join(dir, rep.Avatar))
		}
		if err != nil {
			return &scene.Problem{Code: "FFMPEG_FAILED", File: out, Message: "ffmpeg made no film: " + err.Error() + ": " + strings.TrimSpace(string(said)), Remedy: "see what ffmpeg says; the pictures are all there", Err: err}
		}
		rep.Encoded = append(rep.Encoded, out)
	}
	return nil
}
